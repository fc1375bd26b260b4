import Foundation
import JSON
import Testing

/// The commands that change what is kept, and the one that undoes their changes, the last one first.
@Suite("commands that change the library")
struct ChangeCommandTests {
  private static let oldboy = "builtin:tt0364569"

  @discardableResult
  private func text(_ sandbox: Sandbox, _ arguments: [String]) throws -> String {
    let output = try sandbox.run(arguments)
    #expect(output.status == .exited(0), "\(arguments): \(output.errors)")
    return output.text
  }

  /// Returns what is kept about Oldboy.
  private func kept(_ sandbox: Sandbox) throws -> [String: JSON] {
    let movie = try JSON.parse(try text(sandbox, ["detail", Self.oldboy, "--json"]))
    guard case .object(let members) = movie["mark"] ?? [:] else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
  }

  /// Runs a command as a person does on a terminal, and returns what it shows.
  private func shown(_ sandbox: Sandbox, _ arguments: [String], _ environment: [String: String] = [:]) throws -> String
  {
    let path = try Executable.path()
    let terminal = try TerminalProcess(path, arguments, environment: sandbox.environment(environment))
    #expect(try terminal.waitForExit() == .exited(0), "\(terminal.shown)")
    return terminal.shown
  }

  // MARK: Refresh

  @Test func `refresh fetches all kept films again, in another language, and names what cannot be fetched`() throws {
    try Sandbox.use { sandbox in
      try text(sandbox, ["star", "oldboy"])
      try text(sandbox, ["mark", "parasite", "--watchlist"])
      #expect(try text(sandbox, ["refresh", "--locale", "ko-KR"]) == "다시 가져온 영화: 2\n")
      #expect(try text(sandbox, ["favorites"]).contains("올드보이"))
      #expect(try text(sandbox, ["watchlist"]).contains("기생충"))
      let server = try sandbox.launch()
      _ = try server.ask("star", ["movie": ["id": "mine:1", "title": "Home video"]])
      let output = try sandbox.run(["refresh"])
      #expect(output.status == .exited(3) && output.text == "Films fetched again: 2\n")
      #expect(output.errors == "movie-server: mine:1 could not be fetched (catalogUnknown)\n")
      #expect(try text(sandbox, ["library"]).contains("Home video"))
    }
  }

  // MARK: Undo

  @Test(arguments: [
    "star oldboy", "unstar parasite", "mark oldboy --starred --no-watchlist", "mark oldboy --rating none --note none",
    "mark oldboy --rating 2 --note other --tag x", "mark oldboy --add-tag b --remove-tag a", "unlog v1", "unlog oldboy",
    "log oldboy --rating 2", "log oldboy --date none --viewing v2", "log oldboy --viewing v1 --date 2025-01-01",
    "log oldboy --viewing v1 --rating 3 --note other --rewatch", "star oldboy --json", "log oldboy --tsv",
  ])
  func `undo takes back what the last command has changed, and nothing else`(_ command: String) throws {
    try Sandbox.use { sandbox in
      try text(sandbox, ["star", "parasite"])
      let viewing = ["--viewing", "v1", "--date", "2026-01-31", "--rating", "7", "--note", "first"]
      try text(sandbox, ["log", "oldboy", "--keep-on-watchlist"] + viewing)
      try text(sandbox, ["mark", "oldboy", "--watchlist", "--rating", "8.5", "--note", "a note", "--add-tag", "a"])
      let (before, favorites) = (try kept(sandbox), try text(sandbox, ["favorites"]))
      try text(sandbox, command.split(separator: " ").map(String.init))
      #expect(try kept(sandbox) != before || text(sandbox, ["favorites"]) != favorites)
      #expect(try sandbox.permissions("data/movie-server/undo.json") == 0o600)
      #expect(try text(sandbox, ["undo"]).hasPrefix("Undone. Now "))
      #expect(try kept(sandbox) == before)
      #expect(try text(sandbox, ["favorites"]) == favorites)
      for _ in 0..<3 { try text(sandbox, ["undo"]) }
      #expect(!sandbox.exists("data/movie-server/undo.json"))
      #expect(try sandbox.run(["library", "--tsv"]).text == "")
      let again = try sandbox.run(["undo"])
      #expect(again.status == .exited(1) && again.errors == "movie-server: There is nothing to undo.\n")
    }
  }

  @Test func `undo undoes the change of every film, in its words, and keeps what others have changed`() throws {
    try Sandbox.use { sandbox in
      try text(sandbox, ["star", "oldboy"])
      try text(sandbox, ["star", "oldboy", "parasite", "the handmaiden"])
      // A command that changes nothing leaves what can be undone.
      try text(sandbox, ["star", "parasite"])
      let server = try sandbox.launch()
      _ = try server.ask("mark", ["id": "builtin:tt6751668", "rating": 9])
      #expect(
        try text(sandbox, ["undo"])
          == "Undone. Now The Handmaiden (2016): nothing is kept\nUndone. Now Parasite (2019): rated 9\n")
      #expect(try text(sandbox, ["favorites", "--tsv"]).hasPrefix(Self.oldboy))
      #expect(try text(sandbox, ["library"]).contains("Parasite 9"))
      // It keeps a star that another program has given again, too.
      try text(sandbox, ["star", "burning"])
      for method in ["unstar", "star"] { _ = try server.ask(method, ["id": "builtin:tt7282468"]) }
      #expect(try text(sandbox, ["undo"]) == "Undone. Now Burning (2018): starred\n")
      try text(sandbox, ["mark", "parasite", "--rating", "3", "--note", "short"])
      _ = try server.ask("mark", ["id": "builtin:tt6751668", "note": "long"])
      #expect(try text(sandbox, ["undo"]) == "Undone. Now Parasite (2019): rated 9, with a note\n")
      #expect(try text(sandbox, ["detail", "parasite"]).contains("long"))
      try text(sandbox, ["log", "oldboy", "--date", "2026-01-31"])
      let korean = try sandbox.run(["undo"], environment: ["LANG": "ko_KR.UTF-8"])
      #expect(korean.text == "되돌렸습니다. 지금은 Oldboy (2003): 즐겨찾기\n")
      #expect(try text(sandbox, ["undo"]) == "Undone. Now Oldboy (2003): nothing is kept\n")
    }
  }

  @Test func `an import cannot be undone, and no change before it`() throws {
    try Sandbox.use { sandbox in
      try text(sandbox, ["star", "oldboy"])
      let path = try sandbox.write("imdbId,viewing,date\ntt6751668,v1,2026-01-31\n", to: "viewings.csv")
      try text(sandbox, ["import", path, "--dry-run"])
      #expect(sandbox.exists("data/movie-server/undo.json"))
      try text(sandbox, ["import", path])
      #expect(try sandbox.run(["undo"]).status == .exited(1))
    }
  }

  @Test(arguments: ["unlgo", "unstra", "nulog", "unlo"])
  func `no correction is suggested that deletes something`(_ name: String) throws {
    try Sandbox.use { sandbox in
      let errors = try sandbox.run([name]).errors
      #expect(errors.contains("unknown subcommand") && errors.firstMatch(of: /mean un(log|star)/) == nil, "\(errors)")
      #expect(try !sandbox.run(["auth", "tmdb", "--remvoe"]).errors.contains("did you mean"))
    }
  }

  // MARK: Several films

  @Test func `mark and log take several films as star does`() throws {
    try Sandbox.use { sandbox in
      #expect(
        try text(sandbox, ["mark", "oldboy", "the handmaiden", "--watchlist"])
          == "Oldboy (2003): on the watchlist\nThe Handmaiden (2016): on the watchlist\n")
      try text(sandbox, ["log", Self.oldboy, "The Handmaiden", "--date", "2026-01-31"])
      #expect(try text(sandbox, ["diary", "--tsv"]).split(separator: "\n").count == 2)
      try text(sandbox, ["undo"])
      #expect(try text(sandbox, ["diary"]).isEmpty)
      #expect(try text(sandbox, ["watchlist"]).split(separator: "\n").count == 2)
      // Words of one title, as before.
      #expect(try text(sandbox, ["mark", "memories", "of", "murder", "--starred"]).hasPrefix("Memories of Murder"))
    }
  }

  @Test(arguments: [
    ["star", "zzqqxx", "oldboy"], ["mark", "oldboy", "zzqqxx"], ["log", oldboy, "zzqqxx"], ["star", "zzqqxx"],
  ])
  func `of several films, the title that is not found is named`(_ arguments: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(1) && output.text.isEmpty)
      #expect(output.errors.hasPrefix("movie-server: no film “zzqqxx” was found\n"), "\(output.errors)")
      let korean = try sandbox.run(arguments, environment: ["LANG": "ko_KR.UTF-8"])
      #expect(korean.errors.hasPrefix("movie-server: “zzqqxx”: 찾은 영화가 없습니다\n"), "\(korean.errors)")
    }
  }

  // MARK: Values

  @Test func `a day can be told from today, and a rating with a comma`() throws {
    try Sandbox.use { sandbox in
      // West of all other time zones, and east of them, so that the day is that of the zone.
      for zone in ["Etc/GMT+12", "Pacific/Kiritimati"] {
        let formatter = DateFormatter()
        (formatter.dateFormat, formatter.timeZone) = ("yyyy-MM-dd", TimeZone(identifier: zone))
        formatter.locale = Locale(identifier: "en_US_POSIX")
        for (day, ago) in [("today", 0), ("yesterday", 1), ("-2", 2), ("-400", 400)] {
          // At midnight the day changes between the two.
          let days = [Date(), Date()].map { formatter.string(from: $0 - Double(ago) * 86_400) }
          let output = try sandbox.run(["log", "oldboy", "--date", day, "--json"], environment: ["TZ": zone])
          let logged = try JSON.parse(output.text)["viewing"]?["date"]?.string
          #expect(days.contains(logged ?? "") || logged == formatter.string(from: Date() - Double(ago) * 86_400))
        }
      }
      #expect(try text(sandbox, ["mark", "oldboy", "--rating", "7,5"]).contains("rated 7.5"))
      for rating in ["7,5,1", "11,5", ","] {
        #expect(try sandbox.run(["mark", "oldboy", "--rating", rating]).status == .exited(2))
      }
      for (arguments, english, korean) in [
        (["log", "oldboy", "--date", "soon"], "YYYY-MM-DD, today, yesterday, or -2", "날짜나 today"),
        (["diary", "--from", "abc"], "--from must be a day as YYYY-MM-DD, a month or a year", "날짜나 달, 연도"),
        (["discover", "--genre", "nope"], "no genre “nope”; “movie-server genres” lists them. Try", "장르가 없습니다."),
        (["unlog", "zzqqxx"], "There is no viewing zzqqxx. Try", "관람 기록 zzqqxx이(가) 없습니다."),
        (["export", "/nope/x"], "cannot write /nope/x: No such file", "/nope/x에 쓸 수 없습니다"),
        (["sync"], "no database is configured: give --sync-url", "설정된 데이터베이스가 없습니다."),
      ] {
        let output = try sandbox.run(arguments)
        #expect(output.status == .exited(2) && output.errors.contains(english), "\(output.errors)")
        let given = try sandbox.run(arguments, environment: ["LANG": "ko_KR.UTF-8"]).errors
        #expect(given.contains(korean), "\(given)")
      }
    }
  }

  // MARK: On a terminal

  @Test func `a list that is cut says so on a terminal, unless the person has chosen its length`() throws {
    try Sandbox.use { sandbox in
      let total = try text(sandbox, ["search", "the", "--all", "--tsv"]).split(separator: "\n").count
      #expect(try shown(sandbox, ["search", "the"]).hasSuffix("20 of \(total) are shown; --all shows all\r\n"))
      let korean = try shown(sandbox, ["search", "the"], ["LANG": "ko_KR.UTF-8"])
      #expect(korean.hasSuffix("\(total)개 중 20개입니다. 모두 보려면 --all을 쓰세요\r\n"), "\(korean)")
      #expect(try shown(sandbox, ["people", "kim"]).hasSuffix("20 are shown; there may be more: --limit 50\r\n"))
      let rows = (1...23).map { "tt0364569,v\($0),2026-01-\($0 < 10 ? "0" : "")\($0)\n" }
      try text(sandbox, ["import", try sandbox.write("imdbId,viewing,date\n" + rows.joined(), to: "viewings.csv")])
      #expect(try shown(sandbox, ["diary"]).hasSuffix("20 of 23 are shown; --all shows all\r\n"))
      for arguments in [["search", "the", "--limit", "3"], ["search", "the", "--all"], ["diary", "--all"], ["home"]] {
        #expect(try !shown(sandbox, arguments).contains("shown;"), "\(arguments)")
      }
      #expect(try sandbox.run(["search", "the"]).errors.isEmpty)
    }
  }

  @Test(.enabled(if: Sandbox.program("man") != nil && Sandbox.program("mandoc") != nil))
  func `a terminal is shown the manual page, and its source without man`() throws {
    try Sandbox.use { sandbox in
      let page = try shown(sandbox, ["man"], ["MANPAGER": "cat", "PAGER": "cat", "LC_ALL": "C.UTF-8"])
      #expect(page.contains("search movies and keep favorites") && !page.contains(".Nd "), "\(page.prefix(300))")
      #expect(try shown(sandbox, ["man"], ["PATH": "/nope"]).hasPrefix(".Dd "))
    }
  }

  @Test func `tags of the library are completed`() throws {
    try Sandbox.use { sandbox in
      try text(sandbox, ["mark", "oldboy", "--add-tag", "rainy day", "--add-tag", "reels"])
      for words in [["library", "--tag", "r"], ["mark", "--remove-tag", "r"]] {
        #expect(try text(sandbox, ["complete", "--"] + words) == "rainy day\t\nreels\t\n")
      }
    }
  }

  @Test func `the help lists the subcommands in groups`() throws {
    try Sandbox.use { sandbox in
      let help = try text(sandbox, ["--help"])
      for group in ["find films and people:\n  search ", "keep films:\n  star ", "look back:\n  favorites"] {
        #expect(help.contains("\n\n" + group))
      }
      let mark = try text(sandbox, ["mark", "--help"]) + text(sandbox, ["log", "--help"])
      #expect(mark.contains("  star the film\n") && !mark.contains("the user had") && !mark.contains("whether"))
    }
  }
}
