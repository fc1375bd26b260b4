import JSON

/// A small result that is written where it is made.
struct Record: JSONEncodable {
  private let members: (inout JSONWriter) -> Void

  init(_ members: @escaping (inout JSONWriter) -> Void) { self.members = members }

  func encode(to writer: inout JSONWriter) { writer.object(members) }
}
