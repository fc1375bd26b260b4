import JSON
import TestSupport
import Testing

/// The commands for people that discover movies, and find people and collections.
@Suite("commands with TMDB")
struct DiscoverCommandTests {
  private func lines(_ sandbox: Sandbox, _ upstream: Upstream, _ arguments: [String]) throws -> [String] {
    let output = try sandbox.run(arguments, environment: upstream.environment)
    #expect(output.status == .exited(0), "\(output.errors)")
    #expect(output.errors.isEmpty)
    return output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func titles(_ lines: [String]) -> [String] {
    lines.map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[3]) }
  }

  @Test func `discover prints the movies that meet all criteria`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let criteria = ["--genre", "Thriller", "--genre", "Crime", "--year-from", "1990", "--year-to=1999"]
      let found = try lines(
        sandbox, upstream, ["discover", "--tsv", "--runtime-to", "119", "--sort", "rating"] + criteria)
      #expect(titles(found) == ["The Usual Suspects", "Fargo"])
      let random = ["discover", "--country", "KR", "--sort", "random", "--seed", "7", "--all", "--tsv"]
      let all = try lines(sandbox, upstream, random)
      #expect(all.count > 20)
      #expect(Set(all).count == all.count)
      #expect(try lines(sandbox, upstream, random) == all)
    }
  }

  @Test func `people, person and collection print names and films`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let found = try lines(sandbox, upstream, ["people", "song", "kang-ho"])
      #expect(found == ["tmdb:811476  Song Kang-ho  Acting, Parasite, Snowpiercer, Memories of Murder"])
      let person = try lines(sandbox, upstream, ["person", "tmdb:811476"])
      #expect(person.first == "Song Kang-ho, 1967-01-17, Seoul, South Korea, Acting")
      #expect(person.count == 10)
      let films = try lines(sandbox, upstream, ["person", "tmdb:152785", "--tsv", "--language", "ko"])
      #expect(titles(films) == ["미키 17", "기생충", "옥자", "설국열차", "마더", "괴물", "살인의 추억"])
      let trilogy = try lines(sandbox, upstream, ["collection", "tmdb:263", "--tsv"])
      #expect(titles(trilogy) == ["Batman Begins", "The Dark Knight", "The Dark Knight Rises"])
      let json = try JSON.parse(try lines(sandbox, upstream, ["person", "tmdb:811476", "--json"])[0])
      #expect(json["cast"]?.array?.count == 8)
    }
  }

  private static let mistakes: [([String], Int32)] = [
    (["discover", "--genre", "nonsense"], 2), (["discover", "--year-from", "abc"], 2),
    (["discover", "--sort", "size"], 2), (["people"], 2), (["people", "zzyzx"], 1), (["person", "tmdb:1"], 2),
    (["collection", "tmdb:1"], 2), (["discover", "thriller"], 2),
  ]

  @Test(arguments: mistakes)
  func `a mistake has its exit status and a message`(_ arguments: [String], _ status: Int32) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments, environment: upstream.environment)
      #expect(output.status == .exited(status))
      #expect(output.text.isEmpty)
      #expect(!output.errors.isEmpty)
    }
  }
}
