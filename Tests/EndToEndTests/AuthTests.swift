import Foundation
import JSON
import Testing

@Suite("keys stored by auth")
struct AuthTests {
  static let key = "0123456789abcdef0123456789ABCDEF"
  static let token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln-bmF0_dXJl"
  static let file = "config/movie-server/credentials.json"

  struct Case: CustomTestStringConvertible {
    var catalog: String
    var input: String
    /// What is stored; nil if the input is rejected.
    var stored: JSON?

    var testDescription: String { "\(catalog): \(input.debugDescription)" }
  }

  @Test(arguments: [
    Case(catalog: "tmdb", input: key + "\n", stored: .string(key)),
    Case(catalog: "tmdb", input: "  \(key)\t\r\nand more", stored: .string(key)),
    Case(catalog: "tmdb", input: token, stored: .string(token)),
    Case(catalog: "omdb", input: "0badcafe\n", stored: "0badcafe"),
    Case(catalog: "naver", input: "client_Id\nse/cret+\n", stored: ["client_Id", "se/cret+"]),
    Case(catalog: "tmdb", input: key.dropLast() + "\n"),
    Case(catalog: "tmdb", input: "g" + key.dropFirst() + "\n"),
    Case(catalog: "tmdb", input: "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0\n"),
    Case(catalog: "tmdb", input: ""),
    Case(catalog: "tmdb", input: "\n\(key)\n"),
    Case(catalog: "omdb", input: "0badcaf\n"),
    Case(catalog: "omdb", input: "0bad cafe\n"),
    Case(catalog: "omdb", input: String(repeating: "0badcafe", count: 126) + "\n"),
    Case(catalog: "naver", input: "client_Id\n" + String(repeating: "s", count: 1_001) + "\n"),
    Case(catalog: "naver", input: "client_Id\n"),
    Case(catalog: "naver", input: "client Id\nse/cret+\n"),
  ])
  func `a well-formed key is stored for its owner only, and never printed`(_ example: Case) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["auth", example.catalog], input: example.input)
      #expect(output.text.isEmpty)
      for secret in example.input.split(whereSeparator: \.isWhitespace) where secret.utf8.count > 6 {
        #expect(!output.errors.contains(secret))
      }
      if let stored = example.stored {
        #expect(output.status == .exited(0), "\(output.errors)")
        #expect(output.errors.contains(sandbox.folder + "/" + Self.file))
        #expect(try JSON.parse(try sandbox.text(Self.file)) == [(example.catalog, stored)].object)
        #expect(try sandbox.permissions(Self.file) == 0o600)
        #expect(try sandbox.permissions("config/movie-server") == 0o700)
      } else {
        #expect(output.status == .exited(3))
        #expect(output.errors.contains("nothing was stored"))
        #expect(!sandbox.exists(Self.file))
      }
    }
  }

  @Test(arguments: ["0", "077"])
  func `no umask makes the file readable by others`(_ mask: String) throws {
    try Sandbox.use { sandbox in
      try sandbox.write("", to: "config/movie-server/config.json.old")
      let child = try sandbox.shell("umask \(mask); exec \"$0\" auth tmdb")
      defer { child.destroy() }
      try child.write((Self.key + "\n").utf8)
      child.closeInput()
      #expect(try child.waitForExit() == .exited(0))
      #expect(try sandbox.permissions(Self.file) == 0o600)
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/config/movie-server")
      #expect(Set(names) == ["config.json.old", "credentials.json"])
    }
  }

  @Test func `other keys are kept, including those of another version, and a key can be removed`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write(#"{"later":{"x":1},"omdb":"0badcafe","tmdb":"old"}"#, to: Self.file)
      try close(sandbox)
      #expect(try sandbox.run(["auth", "tmdb"], input: Self.token).status == .exited(0))
      #expect(
        try sandbox.text(Self.file) == #"{"later":{"x":1},"omdb":"0badcafe","tmdb":"\#(Self.token)"}"# + "\n")
      #expect(try sandbox.run(["auth", "--remove", "tmdb"]).status == .exited(0))
      #expect(try sandbox.text(Self.file) == #"{"later":{"x":1},"omdb":"0badcafe"}"# + "\n")
      let again = try sandbox.run(["auth", "tmdb", "--remove"])
      #expect(again.status == .exited(0))
      #expect(again.errors.contains("no key for tmdb is stored"))
    }
  }

  @Test func `keys stored at the same time are all kept`() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.shell(
        """
        for i in 1 2 3 4 5; do
          echo \(Self.key) | "$0" auth tmdb & echo 0badcafe | "$0" auth omdb & printf 'a\\nb\\n' | "$0" auth naver & wait
          rm -f seen; "$0" auth > seen; grep -c file seen
          "$0" auth --remove tmdb & "$0" auth --remove omdb & "$0" auth --remove naver & wait
        done 2>/dev/null
        """)
      defer { child.destroy() }
      #expect(try child.output.readToEnd().all.map(\.text) == Array(repeating: "3", count: 5))
      #expect(!sandbox.exists(Self.file))
    }
  }

  @Test func `a symbolic link to the file stays a link`() throws {
    try Sandbox.use { sandbox in
      let target = try sandbox.write(#"{"omdb":"0badcafe"}"#, to: "dotfiles/keys.json")
      chmod(target, 0o600)
      try sandbox.write("{}", to: "config/movie-server/config.json")
      symlink(target, sandbox.folder + "/" + Self.file)
      #expect(try sandbox.run(["auth", "tmdb"], input: Self.key).status == .exited(0))
      #expect(try sandbox.text(target).contains(Self.key))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.folder + "/" + Self.file) == target)
    }
  }

  @Test(arguments: [0o644, 0o620, 0o600])
  func `a damaged file, or one that others can read, is neither used nor changed`(mode: Int) throws {
    try Sandbox.use { sandbox in
      let text = mode == 0o600 ? #"{"tmdb": {"\#(Self.key)": 1}}"# : #"{"tmdb": "\#(Self.key)"}"#
      let path = try sandbox.write(text, to: Self.file)
      chmod(path, mode_t(mode))
      let reason = mode == 0o600 ? "damaged" : "chmod 600 " + path
      for (arguments, status) in [(["auth"], 3), (["auth", "omdb"], 3), (["auth", "--remove", "tmdb"], 3), ([], 0)] {
        let output = try sandbox.run(arguments, input: arguments.isEmpty ? "" : "0badcafe")
        #expect(output.status == .exited(Int32(status)), "\(arguments)")
        #expect(output.errors.contains(reason), "\(arguments)")
        #expect(!(output.errors + output.text).contains(Self.key))
        if arguments == ["auth"] { #expect(output.text.contains("tmdb   none")) }
      }
      #expect(try sandbox.text(Self.file) == text)
      #expect(try sandbox.permissions(Self.file) == mode)
      // An unusable file does not matter if the key comes from elsewhere.
      let output = try sandbox.run(["auth"], environment: ["TMDB_API_KEY": Self.key])
      #expect(output.text.contains("tmdb   environment  TMDB_API_KEY"))
    }
  }

  @Test func `auth speaks the language of the locale`() throws {
    try Sandbox.use { (sandbox: Sandbox) throws in
      func auth(_ arguments: String..., input: String = "") throws -> Sandbox.Output {
        try sandbox.run(["auth"] + arguments, input: input, environment: ["LANG": "ko_KR.UTF-8"])
      }
      let path = sandbox.folder + "/" + Self.file
      #expect(try auth("tmdb", input: "x").errors.contains("TMDB: 키 형식이 올바르지 않아 저장하지 않았습니다. 올바른 형식: 16진수 32자리"))
      #expect(try auth("naver", input: "x\n").errors.contains("클라이언트 시크릿 입력이 없어 저장하지 않았습니다"))
      #expect(try auth("tmdb", input: Self.key).errors == "movie-server: tmdb의 키를 \(path)에 저장했습니다\n")
      let listed = try auth().text.split(separator: "\n")
      #expect(listed[0] == "tmdb   파일         \(path)" && listed[2] == "naver  없음", "\(listed)")
      #expect(listed[1] == "omdb   없음         키: https://www.omdbapi.com/apikey.aspx")
      #expect(try auth("tmbd").errors.contains("카탈로그는 다음 중 하나여야 합니다: tmdb, omdb, naver. 키는 표준 입력으로 주세요. 혹시 tmdb인가요?"))
      #expect(try auth("--remove", "tmdb").errors == "movie-server: \(path)에서 tmdb의 키를 지웠습니다\n")
      #expect(try auth("--remove", "tmdb").errors == "movie-server: 저장된 tmdb의 키가 없습니다\n")
    }
  }

  @Test func `without a catalog, auth lists where keys come from, but no key`() throws {
    try Sandbox.use { sandbox in
      func list(_ environment: [String: String] = [:]) throws -> [String] {
        let output = try sandbox.run(["auth"], environment: environment)
        #expect(output.status == .exited(0))
        #expect(output.errors.isEmpty)
        return output.text.split(separator: "\n").map(String.init)
      }
      let none = [
        "tmdb   none         keys: https://www.themoviedb.org/settings/api",
        "omdb   none         keys: https://www.omdbapi.com/apikey.aspx", "naver  none",
      ]
      #expect(try list() == none)
      #expect(
        try list(["TMDB_API_KEY": " ", "TMDB_ACCESS_TOKEN": Self.token, "OMDB_API_KEY": "", "NAVER_CLIENT_ID": "x"])
          == ["tmdb   environment  TMDB_ACCESS_TOKEN"] + none.dropFirst())
      // Listing must not run the commands: that would be surprising and slow.
      let commands = #"{"tokenCommand": {"tmdb": ["/bin/false"], "omdb": ["pass", "show", "very/private"]}}"#
      chmod(try sandbox.write(commands, to: "config/movie-server/config.json"), 0o600)
      _ = try sandbox.run(["auth", "naver"], input: "an-id\na-secret\n")
      #expect(
        try list() == [
          "tmdb   command      false", "omdb   command      pass", "naver  file         \(sandbox.folder)/\(Self.file)",
        ])
      #expect(
        try list(["NAVER_CLIENT_ID": "x", "NAVER_CLIENT_SECRET": "y"])[2]
          == "naver  environment  NAVER_CLIENT_ID, NAVER_CLIENT_SECRET")
      let stored = try sandbox.run(["auth", "omdb"], input: "0badcafe")
      #expect(stored.errors.contains("pass, which takes precedence"))
    }
  }

  @Test(arguments: [
    ["auth", key], ["auth", "tmdb", key], ["auth", "--key=" + key], ["auth", "--remove"], ["auth", "--check"],
    ["auth", "tmdb", "--check", "--remove"], ["auth", "tmbd"],
  ])
  func `a key on the command line is rejected and not repeated`(_ arguments: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments, input: Self.key)
      #expect(output.status == .exited(2))
      #expect(!output.errors.contains(Self.key))
      #expect(output.errors.contains("movie-server auth --help"))
      if arguments == ["auth", "tmbd"] { #expect(output.errors.contains("did you mean tmdb?")) }
      #expect(!sandbox.exists(Self.file))
    }
  }

  @Test func `a catalog without a key says how to provide one`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let reply = try server.ask("search", ["query": "okja", "catalog": "tmdb"])
      #expect(reply.reason == "catalogNotConfigured")
      let message = try #require(reply.message["error"]?["message"]?.string)
      #expect(message.contains("TMDB_API_KEY") && message.contains("movie-server auth tmdb"))
      #expect(try server.finish() == .exited(0))
    }
  }

  // MARK: Terminal

  @Test func `a typed key is neither echoed nor part of the process's arguments`() throws {
    try Sandbox.use { sandbox in
      let terminal = try TerminalProcess(
        try Executable.path(), ["auth", "naver"], environment: sandbox.environment([:]))
      #expect(try terminal.wait(for: "(not echoed): ").contains("client ID"))
      #expect(!terminal.echoes)
      try terminal.type("my-client-id\n")
      #expect(try terminal.wait(for: "(not echoed): ").contains("client secret"))
      #expect(!terminal.echoes)
      try terminal.type("my-secret")
      #if os(Linux)
        let arguments = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(terminal.id)/cmdline"))
        #expect(!String(decoding: arguments, as: UTF8.self).contains("my-"))
      #endif
      try terminal.type("\n")
      try terminal.wait(for: "stored the key")
      #expect(try terminal.waitForExit() == .exited(0))
      #expect(terminal.echoes)
      #expect(!terminal.shown.contains("my-"))
      #expect(try JSON.parse(try sandbox.text(Self.file))["naver"] == ["my-client-id", "my-secret"])
    }
  }

  @Test func `after a rejected key the terminal echoes again`() throws {
    try Sandbox.use { sandbox in
      let terminal = try TerminalProcess(
        try Executable.path(), ["auth", "omdb"], environment: sandbox.environment([:]))
      try terminal.wait(for: "(not echoed): ")
      try terminal.type("short\n")
      #expect(try terminal.waitForExit() == .exited(3))
      #expect(terminal.echoes)
      #expect(!terminal.shown.contains("short"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `after a signal the terminal echoes again, and nothing is stored`(by number: Int32) throws {
    try Sandbox.use { sandbox in
      let terminal = try TerminalProcess(
        try Executable.path(), ["auth", "naver"], environment: sandbox.environment([:]))
      try terminal.wait(for: "(not echoed): ")
      try terminal.type(Self.key + "\n")
      try terminal.wait(for: "(not echoed): ")
      #expect(!terminal.echoes)
      terminal.signal(number)
      #expect(try terminal.waitForExit() == .exited(130))
      #expect(terminal.echoes)
      #expect(!terminal.shown.contains(Self.key))
      #expect(!sandbox.exists(Self.file))
    }
  }

  private func close(_ sandbox: Sandbox) throws { chmod(sandbox.folder + "/" + Self.file, 0o600) }
}

extension [(String, JSON)] {
  fileprivate var object: JSON { .object(map { JSON.Member($0.0, $0.1) }) }
}
