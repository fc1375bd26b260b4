import Foundation
import JSON
import Testing

@testable import movie_server

/// The commands for what a user keeps, as a person reads them.
@Suite("commands for the library")
struct LibraryCommandTests {
  private static let oldboy = "builtin:tt0364569"
  private static let korean = ["LANG": "ko_KR.UTF-8"]

  private func text(
    _ sandbox: Sandbox, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> String {
    let output = try sandbox.run(arguments, environment: environment)
    #expect(output.status == .exited(0), "\(output.errors)")
    return output.text
  }

  /// Imports a viewing of Oldboy for each day.
  private func log(_ days: [String], _ sandbox: Sandbox) throws {
    let rows = days.enumerated().map { "tt0364569,v\($0),\($1)\n" }
    let path = try sandbox.write("imdbId,viewing,date\n" + rows.joined(), to: "viewings.csv")
    #expect(try text(sandbox, "import", path).contains("1 film: "))
  }

  /// The 15th day of each of the months from January 2001 on.
  private func days(months: Int) -> [String] {
    (0..<months).map { String(format: "%d-%02d-15", 2001 + $0 / 12, $0 % 12 + 1) }
  }

  // MARK: Statistics

  @Test func `statistics shows up to 24 months, also those without a viewing`() throws {
    try Sandbox.use { sandbox in
      try log(days(months: 24).filter { $0 != "2001-05-15" }, sandbox)
      let lines = try text(sandbox, "statistics").split(separator: "\n")
      #expect(lines[0] == "23 viewings of 1 film, 46 hours, 22 rewatches")
      #expect(lines.filter { $0.hasPrefix("  200") && $0.dropFirst(6).hasPrefix("-") }.count == 24)
      #expect(lines.contains { $0.hasPrefix("  2002-12  █") && $0.hasSuffix(" 1") })
      #expect(lines.contains { $0.hasPrefix("  2001-05") && $0.hasSuffix(" 0") })
      #expect(!lines.contains { $0.contains("--tsv") })
    }
  }

  @Test func `statistics shows the years of more months, up to the last one, and says where the rest is`() throws {
    try Sandbox.use { sandbox in
      try log(days(months: 300), sandbox)
      let lines = try text(sandbox, "statistics").split(separator: "\n").map(String.init)
      #expect(lines.contains("years") && !lines.contains("months"))
      #expect(lines.contains { $0.hasPrefix("  2001  ") } && lines.contains { $0.hasPrefix("  2025  ") })
      #expect(lines.last == "--json and --tsv print all of them")
      let rows = try text(sandbox, "statistics", "--tsv").split(separator: "\n")
      #expect(rows.filter { $0.hasPrefix("months\t") }.count == 300)
    }
  }

  @Test func `statistics count a person once, in the language of the reader, whatever that of the films is`() throws {
    try Sandbox.use { sandbox in
      _ = try text(sandbox, "log", "builtin:tt6751668")
      _ = try text(sandbox, "log", "builtin:tt0353969", environment: Self.korean)
      for (environment, director, genre) in [([:], "Bong Joon Ho", "Mystery"), (Self.korean, "봉준호", "미스터리")] {
        let rows = try text(sandbox, "statistics", "--tsv", environment: environment).split(separator: "\n")
        #expect(rows.filter { $0.hasPrefix("directors") } == ["directors\t\(director)\t2"])
        #expect(rows.contains { $0.hasPrefix("genres\t\(genre)\t") })
      }
    }
  }

  @Test func `a list of statistics that is cut says how many rows are left out`() {
    let names = (0..<23).map { JSON.object([.init("name", .string("G\($0)")), .init("viewings", .integer(90 - $0))]) }
    let statistics = StatisticsText(result: ["viewings": 1, "films": 1, "minutes": 60, "byGenre": .array(names)])
    let lines = statistics.lines(columns: 80)
    #expect(lines[0] == "1 viewing of 1 film, 1 hour, 0 rewatches")
    #expect(lines.suffix(3) == ["  … and 3 more", "", "--json and --tsv print all of them"])
    #expect(lines.count { $0.hasPrefix("  G") } == 20)
  }

  @Test(arguments: [(36, "2003-12"), (37, "2004"), (600, "2050")])
  func `the picture of the statistics stays narrow, however many months there are`(months: Int, last: String) throws {
    try Sandbox.use { sandbox in
      try log(days(months: months), sandbox)
      _ = try text(sandbox, "statistics", "--svg", sandbox.folder + "/s.svg")
      let picture = try sandbox.text("s.svg")
      #expect(try text(sandbox, "statistics", "--svg", "-") == picture)
      let width = try #require(picture.firstMatch(of: #/viewBox="0 0 (\d+)\s/#)?.output.1)
      #expect(try #require(Int(width)) <= 2_300)
      #expect(picture.contains(">\(last)</text>"))
    }
  }

  // MARK: What is kept

  @Test func `detail shows all that is kept about a film`() throws {
    try Sandbox.use { sandbox in
      let marks = ["--watchlist", "--rating", "8.5", "--note", "first line\nsecond line", "--add-tag", "rainy day"]
      _ = try sandbox.run(["mark", "oldboy"] + marks)
      let rest = ["--viewing", "v1", "--keep-on-watchlist", "--rewatch", "--rating", "9", "--note", "again"]
      _ = try sandbox.run(["log", "oldboy", "--date", "2026-01-31"] + rest)
      let lines = try text(sandbox, "detail", "oldboy").split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.wholeMatch(of: /Watchlist:      \d{4}-\d\d-\d\d/) != nil })
      let label = try #require(lines.firstIndex(of: "Tags:           rainy day"))
      #expect(
        lines[(label + 1)...].prefix(4) == [
          "Note:           first line", "                second line",
          "Viewings:       2026-01-31, rated 9, rewatch  v1", "                again",
        ])
    }
  }

  @Test func `a viewing is logged and deleted by its id, which the commands print`() throws {
    try Sandbox.use { sandbox in
      let logged = try text(sandbox, "log", "oldboy", "--date", "2026-01-31").split(separator: "\n")
      #expect(logged.first == "Oldboy (2003): viewed once")
      let id = String(try #require(logged.last?.firstMatch(of: /^“movie-server unlog (\w+)” deletes/)?.output.1))
      #expect(try text(sandbox, "diary") == "2026-01-31       Oldboy (2003)  \(id)\n")
      #expect(try text(sandbox, "diary", "--tsv") == "\(id)\t2026-01-31\t\tOldboy\t\(Self.oldboy)\n")
      #expect(try text(sandbox, "unlog", id) == "Deleted the viewing of Oldboy (2003): 2026-01-31\n")
      #expect(try text(sandbox, "diary").isEmpty)
      let again = try sandbox.run(["unlog", id])
      #expect(again.status == .exited(2))
      #expect(again.errors.contains("There is no viewing \(id). Try"))
      #expect(try text(sandbox, "mark", Self.oldboy) == "Oldboy (2003): nothing is kept\n")
    }
  }

  @Test func `unlog deletes the latest viewing of a film`() throws {
    try Sandbox.use { sandbox in
      for day in ["2026-01-31", "none", "2025-12-24"] { _ = try text(sandbox, "log", "oldboy", "--date", day) }
      #expect(try text(sandbox, "unlog", "oldboy") == "Deleted the viewing of Oldboy (2003): 2026-01-31\n")
      let korean = try text(sandbox, "unlog", Self.oldboy, environment: Self.korean)
      #expect(korean == "올드보이 (2003) 관람 기록을 지웠습니다: 2025-12-24\n")
      #expect(try text(sandbox, "unlog", "old", "boy") == "Deleted the viewing of Oldboy (2003): no date\n")
      let none = try sandbox.run(["unlog", "oldboy"])
      #expect(none.status == .exited(1) && none.errors == "movie-server: no viewing of Oldboy (2003) is logged\n")
      let several = try sandbox.run(["unlog", "love"])
      #expect(several.status == .exited(2) && several.errors.contains("“love” may be one of these films"))
      #expect(try sandbox.run(["unlog", "qqxxzz"]).errors.contains("There is no viewing qqxxzz. Try"))
    }
  }

  @Test func `a viewing cannot be logged for a day that has begun nowhere, but be imported`() throws {
    try Sandbox.use { sandbox in
      // Today in UTC+14, where a day begins first.
      let formatter = DateFormatter()
      (formatter.dateFormat, formatter.timeZone) = ("yyyy-MM-dd", TimeZone(secondsFromGMT: 14 * 3_600))
      formatter.locale = Locale(identifier: "en_US_POSIX")
      let (now, day) = (Date(), 86_400.0)
      for date in [formatter.string(from: now + 2 * day), "2206-11-02"] {
        let output = try sandbox.run(["log", "oldboy", "--date", date])
        #expect(output.status == .exited(2))
        #expect(output.errors.hasPrefix("movie-server: The day \(date) is in the future. Try"), "\(output.errors)")
      }
      let logged = try text(sandbox, "log", "oldboy", "--viewing", "v", "--date", formatter.string(from: now))
      #expect(logged.contains("viewed once"))
      #expect(try sandbox.run(["log", "oldboy", "--viewing", "v", "--date", "2206-11-02"]).status == .exited(2))
      #expect(try text(sandbox, "diary").hasPrefix(formatter.string(from: now)))
      try log(["2206-11-02"], sandbox)
      #expect(try text(sandbox, "diary").hasPrefix("2206-11-02"))
    }
  }

  @Test func `a command says when a film is no longer on the watchlist`() throws {
    try Sandbox.use { sandbox in
      for (arguments, mark) in [
        (["mark", "oldboy", "--watchlist"], "on the watchlist"),
        (["log", "oldboy", "--keep-on-watchlist"], "on the watchlist, viewed once"),
        (["log", "oldboy"], "viewed 2 times, no longer on the watchlist"), (["log", "oldboy"], "viewed 3 times"),
      ] {
        let line = try sandbox.run(arguments).text.split(separator: "\n").first
        #expect(line == "Oldboy (2003): \(mark)")
      }
      #expect(try text(sandbox, "statistics").hasPrefix("3 viewings of 1 film, 6 hours, 2 rewatches\n"))
      let help = try text(sandbox, "log", "--help")
      #expect(help.contains("a text; none removes it\n") && !help.contains("null"))
    }
  }

  @Test func `a list shows the signs of what is kept after each title`() throws {
    try Sandbox.use { sandbox in
      _ = try sandbox.run(["mark", "oldboy", "--starred", "--rating", "8.5", "--note", "n"])
      try log(["2026-01-30", "2026-01-31"], sandbox)
      _ = try sandbox.run(["mark", "oldboy", "--watchlist"])
      let row = "★ 2003 Oldboy + ✓2 8.5 ✎  Park Chan-wook  \(Self.oldboy)\n"
      for list in [["library"], ["favorites"], ["watchlist"], ["search", "oldboy", "--limit", "1"]] {
        #expect(try sandbox.run(list).text == row, "\(list)")
        #expect(try sandbox.run(list + ["--tsv"]).text == "\(Self.oldboy)\t★\t2003\tOldboy\tPark Chan-wook\n")
      }
      let terminal = try TerminalProcess(
        try Executable.path(), ["library"], environment: sandbox.environment(["COLUMNS": "40"]))
      #expect(try terminal.waitForExit() == .exited(0))
      #expect(terminal.shown == "★ 2003 Ol… + ✓2 8.5 ✎  \(Self.oldboy)\r\n", "\(terminal.shown)")
    }
  }

  @Test func `a list in random order has another order each time, and the same with a seed`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for number in 1...12 {
        _ = try server.ask("star", ["movie": ["id": .string("mine:\(number)"), "title": "Home video"]])
      }
      let random = ["library", "--sort", "random", "--tsv"]
      let shuffled = try [random, random, random, random].map { try sandbox.run($0).text }
      let seeded = try [random, random].map { try sandbox.run($0 + ["--seed", "7"]).text }
      #expect(Set(shuffled).count > 1)
      #expect(seeded[0] == seeded[1] && seeded[0].utf8.count(where: { $0 == 0x0A }) == 12)
    }
  }

  // MARK: Language

  @Test func `statistics and detail are in the language of the locale`() throws {
    try Sandbox.use { sandbox in
      try log(["2026-01-26"], sandbox)
      let korean = try text(sandbox, "statistics", environment: Self.korean)
      #expect(korean.hasPrefix("영화 1편, 관람 1회, 2시간, 다시 보기 0회\n"))
      for word in ["월요일", "드라마", "2000년대", "한국 ", "한국어"] { #expect(korean.contains("\n  \(word)"), "\(korean)") }
      #expect(korean.firstMatch(of: /monday|Drama|KR|2000s/) == nil)
      let english = try text(sandbox, "statistics")
      for word in ["Monday", "Drama ", "2000s", "South Korea", "Korean"] { #expect(english.contains("\n  \(word)")) }
      #expect(try text(sandbox, "statistics", "--tsv").contains("weekdays\tmonday\t1\n"))
      #expect(try text(sandbox, "detail", "oldboy", environment: Self.korean).contains("상영 시간:      120분\n"))
      #expect(try sandbox.run(["library", "--tag", "none"], environment: Self.korean).errors.contains("찾은 영화가 없습니다"))
    }
  }

  // MARK: Days

  @Test func `the days of a period can be years and months`() throws {
    try Sandbox.use { sandbox in
      try log(["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2025-01-01"], sandbox)
      func count(_ options: String...) throws -> Int {
        try sandbox.run(["diary", "--tsv"] + options).text.split(separator: "\n").count
      }
      #expect(try count("--from", "2024", "--to", "2024") == 3)
      #expect(try count("--from", "2024-02", "--to", "2024-02") == 1)
      #expect(try count("--from", "2024-02") == 3)
      #expect(try count("--to", "2024-02") == 3)
      #expect(try text(sandbox, "statistics", "--from", "2025").hasPrefix("1 viewing of 1 film"))
      #expect(try sandbox.run(["diary", "--from", "2024-13"]).errors.contains("--from must be a day"))
      #expect(try sandbox.run(["log", "oldboy", "--date", "2024"]).status == .exited(2))
    }
  }

  @Test func `an empty period is told from an empty diary, and reversed days are a mistake`() throws {
    try Sandbox.use { sandbox in
      #expect(try sandbox.run(["diary"]).errors.contains("no viewings are logged; “movie-server log FILM” logs one"))
      try log(["2024-01-01"], sandbox)
      let empty = try sandbox.run(["diary", "--to", "1990-01-01"])
      #expect(empty.errors == "movie-server: no viewings in this period\n")
      #expect(empty.status == .exited(1))
      for command in ["diary", "statistics"] {
        let reversed = try sandbox.run([command, "--from", "2026-08", "--to", "2026-07-01"])
        #expect(reversed.status == .exited(2))
        #expect(reversed.errors.contains("--from 2026-08-01 is after --to 2026-07-01"), "\(reversed.errors)")
      }
    }
  }

  // MARK: Wording

  @Test(arguments: [["--starred", "--no-starred"], ["--watchlist", "--no-watchlist"]])
  func `options that contradict each other are refused`(_ options: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["mark", "oldboy"] + options.reversed())
      #expect(output.status == .exited(2))
      #expect(output.errors.contains("\(options[0]) and \(options[1]) cannot be used together"))
      #expect(try text(sandbox, "library").isEmpty)
    }
  }

  @Test func `an error names the path and the option that the user has given, and no code of the protocol`() throws {
    try Sandbox.use { sandbox in
      func errors(_ arguments: String...) throws -> String { try sandbox.run(arguments).errors }
      #expect(try errors("library", "export", "/nope/x.json").contains("cannot write /nope/x.json: No such file"))
      #expect(
        try errors("library", "export", "x", "--format", "notes").contains("movie-server: --format must be one of"))
      for arguments in [["letterboxd", "/nope"], ["/nope"], ["nope.csv"]] {
        let missing = try sandbox.run(["import"] + arguments).errors
        #expect(missing == "movie-server: cannot read \(arguments.last ?? ""): No such file or directory.\n")
      }
      #expect(try text(sandbox, "diary", "--help").firstMatch(of: /movies|pages/) == nil)
    }
  }

  @Test func `an import counts what it adds and all rows that it leaves out, and says why`() throws {
    try Sandbox.use { sandbox in
      let unknown = (0..<1_200).map { "2024-01-02,Qqzzxx \($0),1801,,,,,2024-01-01\n" }.joined()
      let path = try sandbox.write(
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n" + "2024-01-02,Oldboy,2003,,,,,2024-01-01\n"
          + "2024-01-02,No Such Film At All,1999,,,,,2024-01-01\n" + unknown, to: "diary.csv")
      let lines = try text(sandbox, "import", "letterboxd", path).split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(4) == [
          "letterboxd: 1,202 rows, 1 film: 1 new, 0 changed, 0 unchanged", "new in the diary: 1 viewing",
          "  diary.csv:3 No Such Film At All (1999): no film fits",
          "  diary.csv:4 Qqzzxx 0 (1801): cannot be read",
        ])
      #expect(lines.contains("  … and 1,181 more"))
      for command in [["library", "export"], ["export"]] {
        let export = try sandbox.run(command + [sandbox.folder + "/e.json"]).text
        #expect(export == "wrote 1 film with 1 viewing to \(sandbox.folder)/e.json\n")
      }
      let again = try JSON.parse(try text(sandbox, "library", "import", path, "--json", "--dry-run"))
      #expect(again["unmatched"]?.array?.count == 1_000)
      #expect(again["unmatchedTotal"]?.int == 1_201)
    }
  }

  @Test func `an import tells a terminal how many films are done`() throws {
    try Sandbox.use { sandbox in
      let rows = (0..<20_000).map { "Qqzzxx \($0),1980,2024-01-01\n" }.joined()
      let path = try sandbox.write("Title,Year,WatchedDate\n" + rows, to: "many.csv")
      let terminal = try TerminalProcess(
        try Executable.path(), ["library", "import", path], environment: sandbox.environment([:]))
      #expect(try terminal.waitForExit() == .exited(0))
      let shown = terminal.shown.components(separatedBy: "\r").filter { $0.hasSuffix(" of 20,000 films\u{1B}[K") }
      #expect(!shown.isEmpty, "\(terminal.shown.prefix(500))")
      #expect(terminal.shown.contains("films\u{1B}[K\r\u{1B}[K"))
    }
  }
}
