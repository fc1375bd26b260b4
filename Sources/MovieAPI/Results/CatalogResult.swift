import JSON
import MovieCore

extension CatalogInfo: JSONEncodable {
  static var schema: JSONSchema {
    .shared(
      "Catalog", "A source of movies.",
      [
        .required("name", .string, "The first half of its movies' ids."),
        .required("title", .string, "Its name for people."),
        .required("capabilities", .array(of: .oneOf(Capability.self)), "What it can do."),
        .optional("attribution", .string, "What must be shown to the user."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("title", title)
      object.member("capabilities", capabilities.map(\.rawValue))
      object.member("attribution", attribution)
    }
  }
}
