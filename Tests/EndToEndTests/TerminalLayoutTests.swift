import Foundation
import JSON
import Testing

@testable import movie_server

@Suite("output on a terminal")
struct TerminalLayoutTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("기생충", 6), ("\u{1100}\u{1161}\u{11A8}", 2), ("ｆｕ", 4), ("한 a", 4), ("ア、", 4), ("ｱ", 1),
    ("e\u{301}", 1), ("Ame\u{301}lie", 6), ("a\u{200B}b", 2), ("\u{AD}", 1), ("—…★", 3), ("ไทย", 3), ("กำ", 2),
    ("한\u{303}", 2),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇰🇷", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("⌚", 2), ("𠮷", 2), ("①", 1),
  ])
  func `a text has the columns that a terminal gives it`(_ text: String, _ columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(arguments: 1...12)
  func `a fitted text has exactly the columns that it must have`(_ columns: Int) {
    for text in ["기생충 올드보이", "abc", "e\u{301}e\u{301}e\u{301}e\u{301}", "👨‍👩‍👧🇰🇷❤️", ""] {
      #expect(fitted(text, to: columns).displayWidth == columns, "\(text)")
    }
    #expect(fitted("기생충", to: 5) == "기생…")
    #expect(fitted("기생충", to: 4) == "기… ")
  }

  @Test func `a text is broken at spaces, and a long word between characters`() {
    #expect(wrapped("one two three", to: 9) == "one two\nthree")
    #expect(wrapped("one two three", to: nil) == "one two three")
    #expect(wrapped("기생충과 올드보이", to: 10) == "기생충과\n올드보이")
    #expect(wrapped("ジェイン・エアの映画", to: 12) == "ジェイン・エ\nアの映画")
    #expect(wrapped("one two three", to: 14, label: "a: ") == "a: one two\n   three")
  }

  /// Runs a command on a terminal with this many columns, and returns the lines that it shows.
  private func lines(_ sandbox: Sandbox, _ columns: Int, _ arguments: String...) throws -> [String] {
    let terminal = try TerminalProcess(
      try Executable.path(), arguments, environment: sandbox.environment(["COLUMNS": String(columns)]))
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.shown.contains("\u{1B}"))
    return terminal.shown.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  @Test func `a table with Korean titles fits the terminal, and its columns are aligned`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let films: [(title: String, directors: JSON)] = [
        ("기생충", ["봉준호"]), ("Ame\u{301}lie", ["Jean-Pierre Jeunet"]), ("👨‍👩‍👧 🇰🇷", []),
        ("아주 긴 한국어 제목이 여기에 들어갑니다 그리고 더 길어집니다", ["봉준호", "박찬욱"]),
      ]
      for (number, film) in films.enumerated() {
        let id = JSON.string("mine:\(number)")
        let movie: JSON = ["id": id, "title": .string(film.title), "directors": film.directors, "year": 2019]
        #expect(try server.ask("star", ["movie": movie]).result["changed"] == true)
      }
      for columns in [30, 40, 50, 80, 200] {
        let table = try lines(sandbox, columns, "favorites")
        #expect(table.count == 4)
        for line in table { #expect(line.displayWidth <= columns, "\(line)") }
        // All ids have the same length and end each line.
        #expect(Set(table.map(\.displayWidth)).count == 1, "\(table)")
        #expect(table.contains { $0.contains("Jean") } == (columns >= 50))
        for line in try lines(sandbox, columns, "people", "kim", "--limit", "20") {
          #expect(line.displayWidth <= columns, "\(line)")
        }
      }
    }
  }

  @Test func `detail wraps to the terminal's width`() throws {
    try Sandbox.use { sandbox in
      let page = try lines(sandbox, 60, "detail", CommandTests.parasite)
      for line in page { #expect(line.count <= 60, "\(line)") }
      #expect(page.contains("Cast:           Song Kang-ho, Lee Sun-kyun, Cho Yeo-jeong,"))
      #expect(page.contains("                Choi Woo-sik, Park So-dam"))
      #expect(page.contains("A jobless family living in a half-basement cons its way, one"))
    }
  }

  @Test func `a server that a person starts says what it waits for, and the conversation goes on`() throws {
    try Sandbox.use { sandbox in
      let terminal = try TerminalProcess(try Executable.path(), [], environment: sandbox.environment([:]))
      let line = try terminal.wait(for: "}}")
      #expect(line.hasPrefix("movie-server: waiting for JSON-RPC 2.0, one message per line;"))
      let request = try #require(line.firstIndex(of: "{"))
      try terminal.type(String(line[request...]) + "\n")
      try terminal.wait(for: #""title":"Parasite""#)
      // The end of the input, as ^D types it.
      try terminal.type("\u{4}")
      #expect(try terminal.waitForExit() == .exited(0))
    }
  }

  @Test func `a server whose stdin is a pipe writes nothing to stderr`() throws {
    try Sandbox.use { sandbox in
      #expect(try sandbox.run([]).errors.isEmpty)
      let output = try sandbox.run(["serve"])
      #expect(output.errors.isEmpty)
    }
  }
}
