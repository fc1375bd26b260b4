import Foundation
import JSON
import Testing

@testable import movie_server

/// The commands for people, on the built-in catalog.
@Suite("commands for people")
struct CommandTests {
  static let parasite = "builtin:tt6751668"
  /// A query that finds movies for several pages.
  static let many = "the"

  private func lines(_ sandbox: Sandbox, _ arguments: String...) throws -> [String] {
    let output = try sandbox.run(arguments)
    #expect(output.status == .exited(0), "\(output.errors)")
    #expect(output.errors.isEmpty)
    #expect(!output.text.unicodeScalars.contains("\u{1B}"))
    return output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func columns(_ line: String) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  private func next(_ reader: LineReader) throws -> String {
    try #require(try reader.wait(for: "a line") { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }).text
  }

  // MARK: Lists

  @Test func `search prints a table, tab-separated columns or JSON lines`() throws {
    try Sandbox.use { sandbox in
      let table = try lines(sandbox, "search", "parasite")
      #expect(table == ["  2019 Parasite  Bong Joon Ho  \(Self.parasite)"])
      // The words of a query need no quotation marks.
      #expect(try lines(sandbox, "search", "bong", "joon", "parasite") == table)
      let rows = try lines(sandbox, "search", "기생충", "--tsv").map(columns)
      #expect(rows == [[Self.parasite, "", "2019", "Parasite", "Bong Joon Ho"]])
      let movie = try JSON.parse(try lines(sandbox, "search", "parasite", "--json")[0])
      #expect(movie["id"]?.string == Self.parasite)
      #expect(movie["isFavorite"] == false)
    }
  }

  @Test func `README shows the output of search`() throws {
    let page = try Repository.lines(of: "README.md")
    let command = "$ movie-server search parasite"
    let index = try #require(page.firstIndex { $0.contains(command) })
    let margin = page[index].prefix { $0 == " " }
    try Sandbox.use { sandbox in
      let output = try lines(sandbox, "search", "parasite")
      #expect(Array(page[(index + 1)...].prefix(output.count)) == output.map { margin + $0 })
    }
  }

  @Test func `--limit and --all say how many movies are printed, over as many pages as it takes`() throws {
    try Sandbox.use { sandbox in
      let all = try lines(sandbox, "search", Self.many, "--tsv", "--all")
      #expect(all.count > 200)
      #expect(Set(all).count == all.count)
      #expect(try lines(sandbox, "search", Self.many, "--tsv") == Array(all.prefix(20)))
      #expect(try lines(sandbox, "search", Self.many, "--tsv", "--limit", "3") == Array(all.prefix(3)))
      #expect(try lines(sandbox, "search", Self.many, "--tsv", "--limit=150") == Array(all.prefix(150)))
      let similar = try lines(sandbox, "recommendations", Self.parasite, "--limit", "25", "--tsv")
      #expect(similar.count == 25)
    }
  }

  @Test func `search can be restricted to a year`() throws {
    try Sandbox.use { sandbox in
      let years = try lines(sandbox, "search", Self.many, "--tsv", "--year", "2003").map { columns($0)[2] }
      #expect(Set(years) == ["2003"])
    }
  }

  @Test func `home prints sections, all or those that are named`() throws {
    try Sandbox.use { sandbox in
      let rows = try lines(sandbox, "home", "--tsv", "--limit", "2").map(columns)
      let sections = Set(rows.map { $0[5] })
      #expect(sections.count > 1)
      #expect(rows.count == 2 * sections.count)
      let korean = try lines(sandbox, "home", "korean", "--limit", "30")
      #expect(korean[0] == "Korean cinema:")
      #expect(korean.count == 31)
      let json = try lines(sandbox, "home", "korean", "--json").map { try JSON.parse($0)["section"]?.string }
      #expect(Set(json) == ["korean"])
      let unknown = try sandbox.run(["home", "nope"])
      #expect(unknown.status == .exited(2))
      #expect(unknown.text.isEmpty)
      #expect(unknown.errors == "movie-server: The catalog builtin has no home section “nope”.\n")
    }
  }

  @Test func `genres prints ids and names`() throws {
    try Sandbox.use { sandbox in
      let korean = try lines(sandbox, "genres", "--language", "ko")
      #expect(korean.first?.hasSuffix("  액션") == true)
      #expect(try lines(sandbox, "genres", "--tsv").first == "action\tAction")
      #expect(
        try lines(sandbox, "genres", "--json").first?.hasPrefix(#"{"id":"action","name":"Action","count":"#) == true)
    }
  }

  @Test func `texts are in the language of the locale, which a setting and an option override`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      func title(_ arguments: [String] = [], _ environment: [String: String]) throws -> String {
        let output = try sandbox.run(["search", "parasite", "--tsv"] + arguments, environment: environment)
        #expect(output.status == .exited(0), "\(output.errors)")
        return columns(output.text)[3]
      }
      for korean in [
        ["LANG": "ko_KR.UTF-8"], ["LC_ALL": "ko_KR", "LANG": "en_US"], ["LC_MESSAGES": "ko_KR", "LANG": "C"],
        ["LANGUAGE": "ko:en", "LANG": "en_US.UTF-8"], ["MOVIE_SERVER_LOCALE": "ko-KR", "LANG": "en_US"],
      ] { #expect(try title([], korean) == "기생충", "\(korean)") }
      for english in [
        [:], ["LANG": "C.UTF-8", "LANGUAGE": "ko"], ["LC_ALL": "C", "LANG": "ko_KR.UTF-8"],
        ["LC_ALL": "", "LANG": "en_US"], ["MOVIE_SERVER_LOCALE": "en", "LANG": "ko_KR"],
      ] { #expect(try title([], english) == "Parasite", "\(english)") }
      #expect(try title(["--locale", "en-US"], ["LANG": "ko_KR"]) == "Parasite")
      #expect(try title(["--language", "ko"], [:]) == "기생충")
      #expect(try sandbox.run(["search", "x", "--locale", "1"]).status == .exited(2))
    }
  }

  @Test func `sentences and errors are in the language of the locale, and so is the hint of initialize`() throws {
    try Sandbox.use { sandbox in
      let korean = ["LANG": "ko_KR.UTF-8"]
      func errors(_ arguments: String...) throws -> String { try sandbox.run(arguments, environment: korean).errors }
      #expect(try errors("search", "zzqqx").contains("찾은 영화가 없습니다"))
      #expect(try errors("search", "zzqqx").contains("1,090편만 검색합니다"))
      #expect(try errors("detail", "tmdb:550").contains("“movie-server auth tmdb”를 실행"))
      #expect(try sandbox.run(["detail", "parasite"], environment: korean).text.contains("감독:"))
      #expect(try sandbox.run(["star", "parasite"], environment: korean).text == "기생충 (2019): 즐겨찾기에 추가했습니다\n")
      let server = try sandbox.launch()
      let result = try server.ask("initialize", ["locale": "ko-KR"]).result
      #expect(result["hint"]?.string?.contains("무료 키") == true)
      #expect(result["catalogs"]?.array?.first?["title"] == "내장 영화")
    }
  }

  @Test func `initialize overrides the locale of the environment`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      let server = try sandbox.launch(environment: ["LANG": "ko_KR.UTF-8"])
      func title() throws -> String? {
        try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["title"]?.string
      }
      #expect(try title() == "기생충")
      _ = try server.ask("initialize", ["locale": "en-US"])
      #expect(try title() == "Parasite")
    }
  }

  // MARK: Movies and favorites

  @Test func `detail prints one movie`() throws {
    try Sandbox.use { sandbox in
      let page = try lines(sandbox, "detail", Self.parasite)
      #expect(page[0] == "Parasite (2019)")
      #expect(page.contains("Original title: 기생충"))
      #expect(page.contains("Runtime:        132 min"))
      #expect(page.contains("Language:       Korean"))
      // The overview is one line: a program may wrap it, fzf for example.
      #expect(page.contains { $0.hasPrefix("A jobless family") && $0.hasSuffix("modern villa.") })
      let movie = try JSON.parse(try lines(sandbox, "detail", Self.parasite, "--json")[0])
      #expect(movie["runtimeMinutes"] == 132)
      #expect(columns(try lines(sandbox, "detail", Self.parasite, "--tsv")[0])[3] == "Parasite")
    }
  }

  @Test func `star and unstar change the favorites, which the other commands show`() throws {
    try Sandbox.use { sandbox in
      let id = Self.parasite
      #expect(try lines(sandbox, "star", id) == ["Parasite (2019) is now a favorite"])
      #expect(try lines(sandbox, "star", id) == ["Parasite (2019) was already a favorite"])
      #expect(try lines(sandbox, "favorites") == ["★ 2019 Parasite  Bong Joon Ho  \(id)"])
      #expect(try lines(sandbox, "search", "parasite")[0].hasPrefix("★ 2019 Parasite"))
      #expect(try lines(sandbox, "detail", id)[0] == "Parasite (2019) ★")
      #expect(try lines(sandbox, "star", id, "--tsv") == ["\(id)\t★"])
      #expect(try lines(sandbox, "unstar", id) == ["Parasite (2019) is no longer a favorite"])
      #expect(try lines(sandbox, "unstar", id) == ["Parasite (2019) was not a favorite"])
      let json = try JSON.parse(try lines(sandbox, "unstar", id, "--json")[0])
      #expect(json["isFavorite"] == false && json["changed"] == false)
    }
  }

  @Test func `films are named by ids or by the title of one`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      #expect(try lines(sandbox, "star", "parasite") == ["Parasite (2019) is now a favorite"])
      #expect(try lines(sandbox, "detail", "기생충")[0] == "Parasite (2019) ★")
      #expect(
        try lines(sandbox, "star", Self.parasite, "builtin:tt0364569")
          == ["Parasite (2019) was already a favorite", "Oldboy (2003) is now a favorite"])
      #expect(
        try lines(sandbox, "unstar", "oldboy", "PARASITE")
          == ["Oldboy (2003) is no longer a favorite", "Parasite (2019) is no longer a favorite"])
      // `unstar` finds a film by the same words as `star`, even if the film has no star.
      #expect(try lines(sandbox, "unstar", "parasite") == ["Parasite (2019) was not a favorite"])
      _ = try lines(sandbox, "star", "살인의추억")
      #expect(try lines(sandbox, "unstar", "살인의추억") == ["Memories of Murder (2003) is no longer a favorite"])
      #expect(try sandbox.run(["unstar", "oldbyo"]).errors.contains("Oldboy"))
      #expect(try lines(sandbox, "star", "the host", Self.parasite).count == 2)
      #expect(try sandbox.run(["star", "parasite", "nobody’s film"]).status == .exited(1))
      #expect(try lines(sandbox, "star", "tt0364569", "tt6751668").count == 2)
      let address = "https://www.imdb.com/title/tt0364569/"
      #expect(try lines(sandbox, "star", address) == ["Oldboy (2003) was already a favorite"])
      // A film that no catalog has is found among those that are kept.
      let table = "Const,Your Rating,Date Rated,Title,Year\ntt99999999,7,2024-01-01,Unknown Thing,2001\n"
      let export = try sandbox.write(table, to: "ratings.csv")
      _ = try lines(sandbox, "import", export)
      #expect(try lines(sandbox, "mark", "Unknown Thing", "--rating", "3")[0].contains("rated 3"))
      #expect(try lines(sandbox, "recommendations", "parasite", "--tsv", "--limit", "3").count == 3)
      let several = try sandbox.run(["detail", "godfather"])
      #expect(several.status == .exited(2))
      #expect(several.text.isEmpty)
      #expect(several.errors.contains("1972 The Godfather"), "\(several.errors)")
      #expect(several.errors.contains("builtin:tt0068646"))
      let corrected = try sandbox.run(["search", "parasyte", "--tsv"])
      #expect(corrected.text.hasPrefix("builtin:tt6751668\t"))
      #expect(corrected.errors == "movie-server: Results for “parasite”\n")
      #expect(try sandbox.run(["detail", ""]).errors.hasPrefix("movie-server: FILM… must be"))
      let none = try sandbox.run(["star", "qqxxzzqqxxzz"])
      #expect(none.status == .exited(1))
      #expect(none.errors.hasPrefix("movie-server: no film “qqxxzzqqxxzz” was found\n"))
    }
  }

  @Test func `a person is named by the id or the name`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      let id = "builtin:bong-joon-ho"
      let films = try lines(sandbox, "person", id)
      #expect(try lines(sandbox, "person", "bong", "joon-ho") == films)
      #expect(try lines(sandbox, "person", "봉준호") == films)
      let several = try sandbox.run(["person", "bong"])
      #expect(several.status == .exited(2) && several.text.isEmpty)
      #expect(several.errors.contains("\(id)   Bong Joon Ho   Directing, Parasite"), "\(several.errors)")
      #expect(several.errors.contains("“bong” may be one of these people: name one by the id. Try"))
      #expect(try sandbox.run(["person", "qqxxzz"]).status == .exited(1))
      let korean = try sandbox.run(["people", "봉준호"], environment: ["LANG": "ko_KR.UTF-8"])
      #expect(korean.text.hasPrefix("\(id)  봉준호  연출, 기생충"), "\(korean.text)")
      #expect(try sandbox.run(["person", id], environment: ["LANG": "ko_KR.UTF-8"]).text.hasPrefix("봉준호, 연출\n"))
    }
  }

  @Test(arguments: ["person", "people"])
  func `a name with typing errors is corrected as the query of a search is`(command: String) throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      let output = try sandbox.run([command, "steven", "speilberg"])
      #expect(output.status == .exited(0) && output.text.contains("Steven Spielberg"))
      #expect(output.errors == "movie-server: Results for “steven spielberg”\n")
      #expect(try sandbox.run(["search", "steven", "speilberg"]).errors == output.errors)
      #expect(try sandbox.run([command, "Steven Spielberg"]).errors.isEmpty)
    }
  }

  @Test func `mistakes on the command line are told in the language of the locale`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      for (arguments, english, korean) in [
        (["serch"], "unknown subcommand “serch”; did you mean search? Try", "“serch”: 없는 하위 명령입니다. 혹시 search인가요?"),
        (["search", "--nope"], "unknown option “--nope”. Try", "“--nope”: 없는 옵션입니다."),
        (["search"], "search needs QUERY…. Try", "search에는 QUERY…이(가) 필요합니다."),
        (["search", "x", "--year"], "--year needs a value", "--year에는 값이 필요합니다"),
        (["search", "x", "--year", "1"], "--year must be a number from 1870 to 2200", "1870에서 2200까지의 수여야 합니다"),
        (["library", "{x}", "y"], "must be one of export, import", "쓸 수 있는 값은 다음 중 하나입니다: export, import"),
        (["genres", "{x}"], "unexpected argument “{x}”", "“{x}”: 필요 없는 인수입니다"),
        (["discover", "--max-queue-bytes=1"], "unknown option", "없는 옵션입니다"),
      ] {
        let errors = try sandbox.run(arguments).errors
        #expect(errors.contains(english), "\(errors)")
        let given = try sandbox.run(arguments, environment: ["LANG": "ko_KR.UTF-8"])
        #expect(given.errors.contains(korean) && given.errors.hasSuffix("로 도움말을 볼 수 있습니다.\n"), "\(given.errors)")
        #expect(given.status == .exited(2))
      }
      for locale in [["--locale", "ko-KR"], ["--locale=ko-KR"]] {
        #expect(try sandbox.run(["search"] + locale + ["--nope"]).errors.contains("없는 옵션입니다"))
        let english = try sandbox.run(["search", "--locale", "C", "--nope"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(english.errors.contains("unknown option"))
      }
      try sandbox.write(#"{"locale": "ko-KR"}"#, to: "config/movie-server/config.json")
      #expect(try sandbox.run(["serch"]).errors.contains("없는 하위 명령입니다"))
      let invalid = try sandbox.run(["search", "x"], environment: ["MOVIE_SERVER_LOCALE": "1", "LANG": "en_US.UTF-8"])
      #expect(invalid.errors.contains("MOVIE_SERVER_LOCALE: --locale must name a language"), "\(invalid.errors)")
    }
  }

  @Test func `help is in the language of the locale, in lines of 80 columns`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      for name in [nil] + Subcommand.all.map(\.name) {
        let arguments = [name, "--help"].compactMap(\.self)
        let (english, korean) = (
          try sandbox.run(arguments).text, try sandbox.run(arguments, environment: ["LANG": "ko_KR.UTF-8"]).text
        )
        #expect(english.contains("\nusage: ") && korean.contains("\n사용법: movie-server"))
        #expect(korean.contains(name == nil ? "\n영화와 사람 찾기:\n" : "\n옵션:\n"))
        // What no table has is printed in English: IMDb's terms and file names, examples.
        let left = Set(korean.split(separator: "\n")).intersection(english.split(separator: "\n"))
        let options = left.filter { !$0.contains("changedAt") && $0.wholeMatch(of: #/\ \ --?\w.*  [a-z].*/#) != nil }
        #expect(options.isEmpty, "\(options)")
        let wide = korean.split(separator: "\n").filter { $0.displayWidth > 80 && !$0.hasPrefix("사용법:") }
        #expect(wide.isEmpty, "\(wide)")
      }
    }
  }

  @Test func `a failure of one film does not keep the others from being starred`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["star", "builtin:tt0000000", Self.parasite])
      #expect(output.status == .exited(3))
      #expect(output.text == "Parasite (2019) is now a favorite\n")
      #expect(output.errors == "movie-server: builtin has no film tt0000000.\n")
    }
  }

  @Test func `open prints the address of a film's page`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      #expect(try lines(sandbox, "open", "parasite") == ["https://www.imdb.com/title/tt6751668/"])
      #expect(try lines(sandbox, "open", "parasite", "--tsv")[0].hasPrefix(Self.parasite + "\thttps://"))
    }
  }

  @Test func `favorites are sorted, filtered and paged`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for id in try lines(sandbox, "search", Self.many, "--tsv", "--limit", "120").map({ columns($0)[0] }) {
        _ = try server.ask("star", ["id": .string(id)])
      }
      let rows = try lines(sandbox, "favorites", "--tsv", "--sort", "year", "--order", "asc", "--all").map(columns)
      #expect(rows.count == 120)
      #expect(rows.map { $0[2] } == rows.map { $0[2] }.sorted())
      #expect(try lines(sandbox, "favorites", "--limit", "7", "--tsv").count == 7)
      let found = try lines(sandbox, "favorites", "--query", "dark knight", "--tsv").map { columns($0)[3] }
      #expect(found.contains("The Dark Knight"))
    }
  }

  // MARK: Errors

  @Test(arguments: [["search", "qqxxzzqqxxzz"], ["search", "qqxxzzqqxxzz", "--json"]])
  func `a search that finds nothing exits with 1, and says how many films are searched`(_ arguments: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(1))
      #expect(output.text.isEmpty)
      let lines = output.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first == "movie-server: nothing found")
      #expect(lines.last?.hasPrefix("movie-server: Only ") == true, "\(output.errors)")
      #expect(output.errors.contains(" built-in films are searched."))
      #expect(output.errors.contains("https://www.themoviedb.org/settings/api"))
      #expect(output.errors.contains("movie-server auth tmdb"))
    }
  }

  @Test func `an empty list of favorites is no failure`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["favorites"])
      #expect(output.status == .exited(0))
      #expect(output.text.isEmpty)
      #expect(output.errors == "movie-server: no favorites yet; “movie-server star FILM” adds one\n")
      #expect(try sandbox.run(["favorites", "--query", "x"]).status == .exited(1))
    }
  }

  @Test func `an invalid param is reported as the option or the operand that sets it, with status 2`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      for (arguments, complaint) in [
        (["discover", "--seed", "1"], "--seed needs the sort key random"),
        (["person", "x:"], "PERSON… must be a person id"),
        (["discover", "--country", "Korea"], "--country must be a country code"),
      ] {
        let output = try sandbox.run(arguments)
        #expect(output.status == .exited(2), "\(arguments)")
        #expect(output.errors.hasPrefix("movie-server: \(complaint)"), "\(output.errors)")
      }
    }
  }

  @Test func `an error exits with 3 and is told to a person in words, and to a program with its reason`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["detail", "builtin:tt0000000"])
      #expect(output.status == .exited(3))
      #expect(output.text.isEmpty)
      #expect(output.errors == "movie-server: builtin has no film tt0000000.\n")
      for (command, reason) in [
        (["detail", "builtin:tt0000000", "--json"], "movieNotFound"),
        (["reviews", Self.parasite, "--tsv"], "unsupportedByCatalog"),
        (["poster", Self.parasite, "--tsv"], "unsupportedByCatalog"),
      ] { #expect(try sandbox.run(command).errors.hasSuffix(" (\(reason))\n")) }
    }
  }

  @Test(arguments: [
    ["search"], ["search", "x", "--limit", "0"], ["search", "x", "--json", "--tsv"], ["detail"],
    ["detail", "a:1", "b:2"], ["search", "x", "--all", "--limit", "3"], ["favorites", "--sort", "yaer"],
    ["star", "--all", "a:1"], ["favorites", "x"], ["search", "x", "--year", "19"],
  ])
  func `a usage error exits with 2`(_ arguments: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      #expect(output.errors.contains("Try “movie-server \(arguments[0]) --help”"), "\(output.errors)")
      #expect(!sandbox.exists("data/movie-server/favorites.db"))
    }
  }

  @Test func `a reader that closes the pipe ends a command quietly with status 0`() throws {
    try Sandbox.use { sandbox in
      for form in ["--json", "--tsv", "--all"] {
        let child = try sandbox.shell(
          #"{ "$0" search the --all "$1"; echo $? >&2; } | :"#, form)
        defer { child.destroy() }
        #expect(try child.errors.readToEnd().all.map(\.text) == ["0"])
      }
      let full = try sandbox.run(["-c", "\(try Executable.path()) search the > /dev/full"], program: "sh")
      #expect(full.status == .exited(3))
      #expect(full.errors == "movie-server: cannot write: No space left on device\n")
    }
  }

  // MARK: watch

  @Test func `watch prints changes by other programs as they happen, with the titles of what was removed`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      _ = try server.ask("star", ["id": "builtin:tt0364569"])
      let watcher = try sandbox.shell(#"exec "$0" watch"#)
      defer { watcher.destroy() }
      #expect(try next(watcher.errors) == "movie-server: watching 1 favorite; press Ctrl-C to stop")
      _ = try server.ask("star", ["id": .string(Self.parasite)])
      #expect(try next(watcher.output) == "+  \(Self.parasite)  Parasite")
      _ = try server.ask("unstar", ["id": .string(Self.parasite)])
      #expect(try next(watcher.output) == "-  \(Self.parasite)  Parasite")
      _ = try server.ask("unstar", ["id": "builtin:tt0364569"])
      #expect(try next(watcher.output) == "-  builtin:tt0364569  Oldboy")
      watcher.signal(SIGINT)
      #expect(try watcher.waitForExit() == .exited(130))
    }
  }

  @Test func `watch counts in plural, and prints JSON`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for id in ["builtin:tt0364569", "builtin:tt0068646"] { _ = try server.ask("star", ["id": .string(id)]) }
      let watcher = try sandbox.shell(#"exec "$0" watch --json"#)
      defer { watcher.destroy() }
      #expect(try next(watcher.errors) == "movie-server: watching 2 favorites; press Ctrl-C to stop")
      _ = try server.ask("star", ["id": .string(Self.parasite)])
      let change = try JSON.parse(try next(watcher.output))
      #expect(change["added"]?.array?.map { $0["id"]?.string } == [Self.parasite])
      #expect(change["origin"] == "other")
    }
  }

  @Test func `watch reaches the right state although its output was not read during many changes`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      // The pipe holds a few hundred lines; then the watcher blocks, and drops notifications.
      let watcher = try PipedProcess(
        try Executable.path(), ["watch", "--json"], environment: sandbox.environment([:]), readsOutput: false)
      defer { watcher.destroy() }
      #expect(try next(watcher.errors).contains("watching 0 favorites"))
      var favorites: Set<String> = []
      for number in 0..<1_500 {
        let id = "mine:\(number % 40)"
        if favorites.remove(id) != nil {
          _ = try server.ask("unstar", ["id": .string(id)])
        } else {
          _ = try server.ask("star", ["movie": ["id": .string(id), "title": "A film with a number"]])
          favorites.insert(id)
        }
      }
      watcher.output.start()
      var (seen, revision) = (Set<String>(), 0)
      while revision < 1_500 {
        let change = try JSON.parse(try next(watcher.output))
        revision = change["revision"]?.int ?? 0
        for movie in (change["added"]?.array ?? []) { seen.insert(movie["id"]?.string ?? "") }
        for id in (change["removed"]?.array ?? []).compactMap(\.string) { seen.remove(id) }
      }
      #expect(seen == favorites)
    }
  }
}
