import JSON
import TestSupport
import Testing

@Suite("languages")
struct LanguageTests {
  private static let languages = ["ko-KR", "en-US", "de-DE", "ko", "ja-JP"]

  /// Requests whose results are texts, and lists of their own.
  private static func requests(_ list: String) -> [(method: String, params: [JSON.Member])] {
    func params(_ json: JSON) -> [JSON.Member] { if case .object(let members) = json { members } else { [] } }
    return [
      ("detail", params(["id": "tmdb:496243"])), ("detail", params(["id": "tmdb:27205"])),
      ("reviews", params(["id": "tmdb:496243"])), ("genres", []),
      ("people", params(["query": "song kang-ho"])),
      ("recommendations", params(["id": "tmdb:496243", "list": .string("similar " + list)])),
      ("search", params(["query": "the", "list": .string("search " + list)])),
    ]
  }

  private static func inLanguage(_ params: [JSON.Member], _ language: String) -> JSON {
    .object(params + [JSON.Member("language", .string(language))])
  }

  /// The result without the mark of an answer from the cache, and without dates: a session that has seen a movie's date in
  /// a country tells it in all lists.
  private static func content(_ result: JSON) -> JSON {
    switch result {
    case .object(let members):
      .object(
        members.filter { !["stale", "releaseDate", "year"].contains($0.name) }
          .map { JSON.Member($0.name, content($0.value)) })
    case .array(let elements): .array(elements.map(content))
    default: result
    }
  }

  @Test func `languages do not mix in one session, in its lists, or in the cache on the disk`() throws {
    let upstream = try Upstream(.tmdb)
    var expected: [String: [JSON]] = [:]
    for language in Self.languages {
      // A session of one language, with a cache of its own.
      try Sandbox.use { sandbox in
        let server = try sandbox.launch(upstream)
        _ = try server.ask("initialize", ["locale": .string(language)]).result
        expected[language] = try Self.requests(language).map {
          Self.content(try server.ask($0.method, .object($0.params)).result)
        }
        #expect(try server.finish() == .exited(0))
      }
    }
    #expect(Set(expected.values).count == Self.languages.count)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      for _ in 0..<2 {
        // All at once, the languages in turn.
        var sent: [(language: String, index: Int, id: JSON)] = []
        for index in Self.requests("").indices {
          for language in Self.languages {
            let request = Self.requests(language)[index]
            let id = try server.send(request.method, Self.inLanguage(request.params, language))
            sent.append((language, index, id))
          }
        }
        for (language, index, id) in sent {
          let result = try server.reply(to: id).result
          #expect(Self.content(result) == expected[language]?[index], "\(language) \(index)")
        }
      }
      // A list continues in its language, whatever the others do.
      let titles = try Self.languages.map { language -> [JSON]? in
        let page = try server.ask("nextPage", ["list": .string("search " + language)]).result
        return page["items"]?.array?.compactMap { $0["title"] }
      }
      #expect(titles[0] != titles[1] && titles[0] == titles[3] && titles[0]?.isEmpty == false)
      #expect(try server.finish() == .exited(0))

      upstream.stop()
      let later = try sandbox.launch(upstream)
      for language in Self.languages.reversed() {
        for (index, request) in Self.requests(language).enumerated() {
          let result = try later.ask(request.method, Self.inLanguage(request.params, language)).result
          #expect(Self.content(result) == expected[language]?[index], "\(language) \(index), from the disk")
        }
      }
      #expect(try later.finish() == .exited(0))
    }
  }
}
