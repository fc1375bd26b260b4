import JSON
import Platform

/// A body as a recording contains it: as JSON if possible, else as text, else in Base64.
enum RecordedBody: Hashable, Sendable {
  case none
  case json(JSON)
  case text(String)
  case base64(String)

  init(_ body: [UInt8], _ redactor: ExchangeRedactor) {
    if body.isEmpty {
      self = .none
    } else if let json = try? Self.json(body) {
      self = .json(redactor.redact(json))
    } else if let text = String(validating: redactor.redact(body), as: UTF8.self) {
      self = .text(text)
    } else {
      self = .base64(Base64.encode(redactor.redact(body)))
    }
  }

  static func json(_ body: [UInt8]) throws(JSONError) -> JSON {
    try JSON.parse(body, maximumValues: HTTPRequest.maximumJSONValues)
  }

  var member: JSON.Member? {
    switch self {
    case .none: nil
    case .json(let json): JSON.Member("json", json)
    case .text(let text): JSON.Member("text", .string(text))
    case .base64(let text): JSON.Member("base64", .string(text))
    }
  }

  init?(_ json: JSON) {
    if let value = json["json"] {
      self = .json(value)
    } else if let value = json["text"] {
      guard let text = value.string else { return nil }
      self = .text(text)
    } else if let value = json["base64"] {
      guard let text = value.string, Base64.decode(text) != nil else { return nil }
      self = .base64(text)
    } else {
      self = .none
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .none: []
    case .json(let json): json.jsonBytes
    case .text(let text): Array(text.utf8)
    case .base64(let text): Base64.decode(text) ?? []
    }
  }
}
