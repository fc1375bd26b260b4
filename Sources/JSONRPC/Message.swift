enum Message {
  case single(Call)
  case batch([Call])

  enum Call {
    case request(id: RequestID, method: String, params: Params)
    case notification(method: String, params: Params)
    case response(id: RequestID, Result<JSON, ResponseError>)
    case invalid(id: RequestID, RPCError)
  }

  static let maximumBatch = 100
  /// The largest number of values in a message. In memory, a short value takes far more than its text.
  static let maximumValues = 100_000

  init(parsing text: UnsafeRawBufferPointer) throws(RPCError) {
    let json: JSON
    do {
      json = try JSON.parse(text, maximumValues: Self.maximumValues)
    } catch {
      // A message that is written on several lines arrives as several, each with such an error.
      let hint = error.offset == text.count ? " A message must be on one line." : ""
      throw .parseError("This is not JSON: \(error.description), at byte \(error.offset).\(hint)")
    }
    guard case .array(let entries) = json else {
      self = .single(Call(json))
      return
    }
    guard !entries.isEmpty else { throw .invalidRequest("A batch must not be empty.") }
    guard entries.count <= Self.maximumBatch else {
      throw .invalidRequest("A batch may have at most \(Self.maximumBatch) entries; this one has \(entries.count).")
    }
    self = .batch(entries.map(Call.init))
  }
}

extension Message {
  /// Encodes a message. `id` comes before the rest, so that a person finds it in a log. A notification has none, nor
  /// has an error about a message without an id.
  static func encode(_ id: RequestID?, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserveCapacity(256)
    writer.object { message in
      message.member("jsonrpc", "2.0")
      if let id { message.member("id", id.json) }
      members(&message)
    }
    return writer.bytes
  }
}

extension Message.Call {
  init(_ json: JSON) {
    guard case .object = json else {
      self = .invalid(id: .null, .invalidRequest("A request must be an object."))
      return
    }
    let (method, rawID) = (json.member("method"), json.member("id"))
    let id = rawID.flatMap(RequestID.init)
    func invalid(_ message: String) -> Self { .invalid(id: id ?? .null, .invalidRequest(message)) }

    if rawID != nil && id == nil {
      self = invalid("The member id must be a string, a number or null.")
    } else if json.member("jsonrpc") != .string("2.0") {
      self = invalid("The member jsonrpc must be \"2.0\".")
    } else if method == nil, let id, let result = Self.result(of: json) {
      self = .response(id: id, result)
    } else if let method = method?.string {
      guard let params = Params(json.member("params") ?? .null) else {
        self = invalid("The member params must be an object or an array.")
        return
      }
      self =
        id.map { .request(id: $0, method: method, params: params) } ?? .notification(method: method, params: params)
    } else {
      self = invalid(method == nil ? "The member method is missing." : "The member method must be a string.")
    }
  }

  private static func result(of response: JSON) -> Result<JSON, ResponseError>? {
    guard let error = response.member("error") else { return response.member("result").map { .success($0) } }
    return .failure(
      ResponseError(code: error["code"]?.int ?? 0, message: error["message"]?.string ?? "", data: error["data"]))
  }
}

/// The parameters by name. Absent ones, null, `{}` and `[]` mean the same, since some JSON libraries cannot distinguish
/// them. An array of one object means that, because vscode-jsonrpc and others send it so.
public struct Params: Sendable {
  /// The members; nil for any other array, which no method accepts.
  public let members: [JSON.Member]?
  let isPositional: Bool

  init?(_ json: JSON) {
    isPositional = json.array != nil
    switch json {
    case .null: members = []
    case .object(let members): self.members = members
    case .array(let values):
      switch (values.count, values.first) {
      case (0, _), (1, .null): members = []
      case (1, .object(let members)): self.members = members
      default: members = nil
      }
    case .bool, .number, .string, .illFormedString: return nil
    }
  }

  public init(_ members: [JSON.Member]) {
    self.members = members
    isPositional = false
  }

  public func isNull(_ name: String) -> Bool { members?.last { $0.name.isSame(as: name) }?.value.isNull == true }

  public subscript(name: String) -> JSON? {
    guard let value = members?.last(where: { $0.name.isSame(as: name) })?.value, !value.isNull else { return nil }
    return value
  }
}

/// The id of a request: a string, a number or null. It is kept unchanged, so that the response echoes it exactly.
public struct RequestID: Hashable, Sendable {
  public let json: JSON

  /// Nil if JSON-RPC 2.0 (section 4) does not allow the value as an id.
  public init?(_ json: JSON) {
    switch json {
    case .string, .illFormedString, .number, .null: self.json = json
    case .bool, .array, .object: return nil
    }
  }

  private init(json: JSON) { self.json = json }

  init(number: Int) { json = .integer(number) }

  /// The id in the first bytes of a message that is too long; null if they have no complete one.
  init(messageHead head: UnsafeRawBufferPointer) {
    let id = JSON.leadingMembers(of: head).last { $0.name == "id" }
    self = id.flatMap { RequestID($0.value) } ?? .null
  }

  /// The id of a response to a request whose id could not be read (JSON-RPC 2.0, section 5).
  public static let null = RequestID(json: .null)
}
