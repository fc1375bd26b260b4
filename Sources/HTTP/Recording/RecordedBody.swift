import JSON

/// A body as a recording contains it: as JSON if possible, else as text, else in Base64.
struct RecordedBody: Hashable, Sendable {
  /// Nil for an empty body.
  let member: JSON.Member?

  init(_ body: [UInt8], _ redactor: ExchangeRedactor) {
    if body.isEmpty {
      member = nil
    } else if let json = try? Self.json(body) {
      member = JSON.Member("json", redactor.redact(json))
    } else if let text = String(validating: redactor.redact(body), as: UTF8.self) {
      member = JSON.Member("text", .string(text))
    } else {
      member = JSON.Member("base64", .string(Base64.encode(redactor.redact(body))))
    }
  }

  /// Nil if the member is invalid.
  init?(_ json: JSON) {
    member = ["json", "text", "base64"].lazy.compactMap { name in json[name].map { JSON.Member(name, $0) } }.first
    if decoded == nil { return nil }
  }

  static func json(_ body: [UInt8]) throws(JSONError) -> JSON {
    try JSON.parse(body, maximumValues: HTTPRequest.maximumJSONValues)
  }

  var bytes: [UInt8] { decoded ?? [] }

  private var decoded: [UInt8]? {
    switch member?.name {
    case nil: []
    case "json": member?.value.jsonBytes
    case "text": member?.value.string.map { Array($0.utf8) }
    default: member?.value.string.flatMap(Base64.decode)
    }
  }
}
