import JSON

/// The cached responses, each in a file: a line of JSON, and the body. What fails or is damaged is not stored or found.
struct CacheStore: Sendable {
  private let folder: CacheFolder
  private let maximumBytes: Int
  private let date: @Sendable () -> Int

  /// The number of seconds by which the clock of the process that stored a response may have been ahead.
  private static let maximumClockDifference = 86_400

  init(path: String, maximumBytes: Int, date: @escaping @Sendable () -> Int) {
    folder = CacheFolder(
      path: path, limitBytes: maximumBytes, maximumAge: CachePolicy.maximumAge, suffixes: [Self.suffix])
    (self.maximumBytes, self.date) = (maximumBytes, date)
  }

  private static let suffix = "response"

  func response(for key: String) -> CachedResponse? {
    // Not counted as a use: a response that is used is confirmed, and so written again, at least once a day.
    guard let file = folder.read(CacheFolder.name(of: key, Self.suffix), atMost: maximumBytes, isUse: false),
      let end = file.bytes.firstIndex(of: UInt8(ascii: "\n")), let head = try? JSON.parse(Array(file.bytes[..<end])),
      // Another key may have the same hash.
      head["key"]?.string == key, let confirmedAt = head["confirmedAt"]?.int, let freshUntil = head["freshUntil"]?.int,
      let fields = head["headers"]?.array, head["hash"]?.int == Self.hash(file.bytes[(end + 1)...])
    else { return nil }
    let now = date()
    guard confirmedAt >= now - CachePolicy.maximumAge, confirmedAt <= now + Self.maximumClockDifference else {
      return nil
    }
    let headers = fields.compactMap { field -> HTTPRequest.Field? in
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return HTTPRequest.Field(name, value)
    }
    return CachedResponse(
      response: HTTPResponse(status: 200, headers: headers, body: Array(file.bytes[(end + 1)...])),
      confirmedAt: confirmedAt, freshUntil: min(freshUntil, confirmedAt + CachePolicy.maximumLifetime))
  }

  /// Stores a response with status 200, unless it alone exceeds the limit.
  func add(_ cached: CachedResponse, for key: String) {
    let fields = cached.response.headers.filter(CachePolicy.isStored)
    let head: JSON = [
      "key": .string(key), "confirmedAt": .integer(cached.confirmedAt), "freshUntil": .integer(cached.freshUntil),
      "hash": .integer(Self.hash(cached.response.body[...])),
      "headers": .array(fields.map { [.string($0.name), .string($0.value)] }),
    ]
    let bytes = Array(head.jsonText.utf8) + [UInt8(ascii: "\n")] + cached.response.body
    guard bytes.count <= maximumBytes else { return remove(key) }
    try? folder.write(CacheFolder.name(of: key, Self.suffix), bytes)
  }

  private static func hash(_ body: ArraySlice<UInt8>) -> Int { Int(truncatingIfNeeded: StableHash.word(body)) }

  func remove(_ key: String) { folder.remove(CacheFolder.name(of: key, Self.suffix)) }
}
