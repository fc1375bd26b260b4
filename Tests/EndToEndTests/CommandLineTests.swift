import Foundation
import JSON
import Testing

@testable import movie_server

@Suite("the command line")
struct CommandLineTests {
  @Test(arguments: [["--version"], ["-V"], ["version"], ["paths", "-V"]])
  func `the version is printed, and nothing else`(_ arguments: [String]) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(0))
      #expect(output.text.wholeMatch(of: /movie-server \d+\.\d+\.\d+\n/) != nil)
      #expect(output.errors.isEmpty)
    }
  }

  @Test(arguments: ["--help", "-h"])
  func `--help names every flag`(_ flag: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run([flag])
      #expect(output.status == .exited(0))
      #expect(output.errors.isEmpty)
      for name in [
        "--catalog", "--data-dir", "--config", "--no-notifications", "--max-line-bytes", "--max-queue-bytes",
        "--drain-ms", "--record", "--log-level", "--log-file", "--version", "--help", "replay", "verify",
      ] { #expect(output.text.contains(name)) }
    }
  }

  @Test func `every subcommand has its own help, in each of the usual spellings`() throws {
    try Sandbox.use { sandbox in
      for name in Subcommand.all.map(\.name) {
        let output = try sandbox.run([name, "--help"])
        #expect(output.status == .exited(0))
        #expect(output.text.hasPrefix("movie-server \(name): "))
        #expect(output.text.contains("usage: movie-server \(name)"))
        #expect(try sandbox.run(["help", name]).text == output.text)
        #expect(try sandbox.run([name, "-h"]).text == output.text)
        #expect(try sandbox.run(["--help"]).text.contains("\n  \(name) "))
      }
      #expect(try sandbox.run(["help"]).text == sandbox.run(["--help"]).text)
    }
  }

  @Test func `every help page fits 80 columns`() throws {
    try Sandbox.use { sandbox in
      for arguments in [["--help"]] + Subcommand.all.map({ [$0.name, "--help"] }) {
        for line in try sandbox.run(arguments).text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      }
    }
  }

  struct Mistake: CustomTestStringConvertible {
    var arguments: [String]
    /// What the error message must contain.
    var complaint: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Mistake(arguments: ["--catalgo", "builtin"], complaint: "did you mean --catalog?"),
    Mistake(arguments: ["--data-dri=x"], complaint: "--data-dri"),
    Mistake(arguments: ["--versio"], complaint: "did you mean --version?"),
    Mistake(arguments: ["discover", "--year", "2001"], complaint: "did you mean --year-from?"),
    Mistake(arguments: ["serv"], complaint: "did you mean serve?"),
    Mistake(arguments: ["pahts"], complaint: "did you mean paths?"),
    Mistake(arguments: ["help", "autn"], complaint: "did you mean auth?"),
    Mistake(arguments: ["help", "serve", "auth"], complaint: "help takes one"),
    Mistake(arguments: ["completions"], complaint: "bash, zsh, fish"),
    Mistake(arguments: ["completions", "bsh"], complaint: "did you mean bash?"),
    Mistake(arguments: ["paths", "--jsn"], complaint: "did you mean --json?"),
    Mistake(arguments: ["completions", "zhs"], complaint: "did you mean zsh?"),
    Mistake(arguments: ["verify", "--framing", "header", "x"], complaint: "did you mean headers?"),
    Mistake(arguments: ["--http-record", "a", "--http-replay", "b"], complaint: "cannot be used together"),
    Mistake(arguments: ["paths", "--drain-ms", "1"], complaint: "unknown option “--drain-ms”"),
    Mistake(arguments: ["man", "page"], complaint: "unexpected argument “page”"),
    Mistake(arguments: ["archive", "imdb", "."], complaint: "unknown subcommand “archive”."),
    Mistake(arguments: ["--catalog", "builtin", "schema"], complaint: "the subcommand “schema” must come first"),
    Mistake(arguments: ["-x"], complaint: "unknown option “-x”"),
    Mistake(arguments: ["--data-dir", ""], complaint: "--data-dir needs a value"),
    Mistake(arguments: ["paths", "--data-dir="], complaint: "--data-dir needs a value"),
    Mistake(
      arguments: ["--catalog", "nope"], complaint: "--catalog must be one of tmdb, imdb, omdb, builtin, naver."),
    Mistake(arguments: ["--catalog", "tmbd"], complaint: "did you mean tmdb?"),
    Mistake(arguments: ["--log-level", "inof"], complaint: "did you mean info?"),
    Mistake(arguments: ["schema", "now"], complaint: "now"),
    Mistake(arguments: ["schema", "--catalog", "builtin"], complaint: "--catalog"),
    Mistake(arguments: ["--wholly-unknown"], complaint: "--wholly-unknown"),
    Mistake(arguments: ["--catalog"], complaint: "--catalog needs a value"),
    Mistake(arguments: ["--no-notifications=yes"], complaint: "--no-notifications takes no value"),
    Mistake(arguments: ["--catalog", "nonsense"], complaint: "builtin"),
    Mistake(arguments: ["--max-line-bytes", "many"], complaint: "--max-line-bytes must be a number"),
    Mistake(arguments: ["--drain-ms", "-1"], complaint: "--drain-ms must be a number"),
    Mistake(arguments: ["--log-level", "loud"], complaint: "off, error, info, debug"),
    Mistake(arguments: ["--log-file", "/nonexistent/folder/log"], complaint: "/nonexistent/folder/log"),
  ])
  func `a mistake ends with status 2 and an explanation`(_ mistake: Mistake) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(mistake.arguments)
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      #expect(output.errors.contains(mistake.complaint), "\(output.errors)")
      #expect(output.errors.contains("--help"))
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["schema", "paths", "man", "completions bash", "--help", "help serve", "--version", "auth"])
  func `a failed write to stdout is reported and is not success`(_ arguments: String) throws {
    try Sandbox.use { sandbox in
      let command = "\(try Executable.path()) \(arguments)"
      let full = try sandbox.run(["-c", "\(command) > /dev/full"], program: "sh")
      #expect(full.status == .exited(3))
      #expect(full.errors == "movie-server: cannot write: No space left on device\n")
      // A reader that closed the pipe has read enough, and gets no error message.
      let left = try sandbox.run(["-c", "trap '' PIPE; { \(command); echo $? >&2; } | :"], program: "sh")
      #expect(left.errors == "3\n" || left.errors == "0\n", "\(left.errors)")
    }
  }

  @Test func `a wrong setting in a variable or in the configuration file ends with status 2 too`() throws {
    try Sandbox.use { sandbox in
      let variable = try sandbox.run([], environment: ["MOVIE_SERVER_DRAIN_MS": "soon"])
      #expect(variable.status == .exited(2))
      #expect(variable.errors.contains("MOVIE_SERVER_DRAIN_MS: --drain-ms must be a number"))
      let catalog = try sandbox.run([], environment: ["MOVIE_SERVER_CATALOG": "tmbd"])
      #expect(catalog.errors.contains("MOVIE_SERVER_CATALOG: --catalog must be one of"), "\(catalog.errors)")
      let config = try sandbox.write(#"{"drainMs": "soon"}"#, to: "c.json")
      #expect(try sandbox.run(["--config", config]).errors.contains("c.json: --drain-ms must be a number"))
      for text in [
        "not JSON", #"{"maxLineBytes": true}"#, #"{"catalog": "nonsense"}"#, #"{"dataDir": ""}"#,
        #"{"dataDir": "films"}"#, #"{"logFile": "~/log"}"#,
      ] {
        try sandbox.write(text, to: "config/movie-server/config.json")
        let file = try sandbox.run([])
        #expect(file.status == .exited(2), "\(text)")
        #expect(file.text.isEmpty)
        #expect(!file.errors.isEmpty)
      }
    }
  }

  @Test func `an unknown setting of the configuration file is a warning, because the file may be a newer one's`() throws
  {
    try Sandbox.use { sandbox in
      try sandbox.write(#"{"dataDri": "/x", "drainMs": 1000}"#, to: "config/movie-server/config.json")
      let output = try sandbox.run(["search", "parasite"])
      #expect(output.status == .exited(0))
      #expect(output.errors.contains("unknown setting “dataDri”; did you mean dataDir?"), "\(output.errors)")
      let server = try sandbox.run([], input: ServerProcess.request(1, "search", ["query": "parasite"]) + "\n")
      #expect(server.status == .exited(0))
      #expect(server.errors.contains("unknown setting “dataDri”"))
    }
  }

  @Test func `a name is suggested only if it is near`() throws {
    try Sandbox.use { sandbox in
      let unknown = try sandbox.run(["help", "nope"])
      #expect(!unknown.errors.contains("did you mean"), "\(unknown.errors)")
      let version = try sandbox.run(["--", "version"])
      #expect(version.status == .exited(0))
    }
  }

  @Test func `every example of a help text works without a key`() throws {
    try Sandbox.use { sandbox in
      _ = try sandbox.run(["star", "parasite"])
      // The example of unlog deletes the later viewing, that of log.
      _ = try sandbox.run(["log", "oldboy", "--date", "2026-01-01"])
      for name in Subcommand.all.map(\.name) {
        let help = try sandbox.run([name, "--help"]).text.replacing("\\\n", with: "")
        for line in help.split(separator: "\n")
        where line.hasPrefix("  movie-server ") && !line.contains(" library import ") && Self.needsNothing(name) {
          let path = try Executable.path()
          let command = line.replacing("movie-server ", with: "'\(path)' ").replacing("| jq -r .title", with: "")
          let output = try sandbox.run(["-c", "cd '\(sandbox.folder)'; set -o pipefail; " + command], program: "bash")
          #expect(output.status == .exited(0), "\(line): \(output.errors)")
          #expect(!output.text.isEmpty || line.contains("--svg"), "\(line)")
        }
      }
    }
  }

  /// Whether the examples of a subcommand need no key, no terminal and no files.
  private static func needsNothing(_ name: String) -> Bool { !["auth", "import", "man", "completions"].contains(name) }

  @Test func `the command line overrides a variable, which overrides the file`() throws {
    try Sandbox.use { sandbox in
      let line = ServerProcess.request(1, "search", ["query": .string(String(repeating: "x", count: 9_000))]) + "\n"
      func limit(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> Int? {
        let output = try sandbox.run(arguments, input: line, environment: environment)
        #expect(output.errors.isEmpty)
        return try JSON.parse(String(output.text.prefix { $0 != "\n" }))["error"]?["data"]?["limit"]?.int
      }
      #expect(try limit() == nil)
      try sandbox.write(#"{"maxLineBytes": 2000}"#, to: "config/movie-server/config.json")
      #expect(try limit() == 2000)
      #expect(try limit([], ["MOVIE_SERVER_MAX_LINE_BYTES": "3000"]) == 3000)
      #expect(try limit(["--max-line-bytes=4000"], ["MOVIE_SERVER_MAX_LINE_BYTES": "3000"]) == 4000)
      let other = try sandbox.write(#"{"maxLineBytes": "5000"}"#, to: "other.json")
      #expect(try limit(["--config", other]) == 5000)
      #expect(try limit([], ["MOVIE_SERVER_CONFIG": other]) == 5000)
    }
  }

  @Test func `favorites are stored where the settings say`() throws {
    try Sandbox.use { sandbox in
      let star = ServerProcess.request(1, "star", ["id": "builtin:tt6751668"]) + "\n"
      let cases: [(arguments: [String], environment: [String: String], path: String)] = [
        ([], [:], sandbox.folder + "/data/movie-server"),
        ([], ["XDG_DATA_HOME": "relative"], sandbox.folder + "/.local/share/movie-server"),
        ([], ["MOVIE_SERVER_DATA_DIR": sandbox.folder + "/variable"], sandbox.folder + "/variable"),
        (["serve", "--data-dir", sandbox.folder + "/a/deep/flag"], [:], sandbox.folder + "/a/deep/flag"),
      ]
      for example in cases {
        let output = try sandbox.run(example.arguments, input: star, environment: example.environment)
        #expect(output.text.contains(#""changed":true"#))
        #expect(sandbox.exists(example.path + "/favorites.db"), "\(example.path)")
        // Favorites are private to their owner.
        #expect(try sandbox.permissions(example.path) == 0o700)
      }
    }
  }

  @Test(arguments: [true, false])
  func `with --no-notifications the server sends responses only`(byFlag: Bool) throws {
    try Sandbox.use { sandbox in
      let requests = [
        ServerProcess.request(1, "search", ["query": "okja"]),
        ServerProcess.request(2, "star", ["id": "builtin:tt6751668"]),
      ]
      let output = try sandbox.run(
        byFlag ? ["--no-notifications"] : [], input: requests.joined(separator: "\n") + "\n",
        environment: byFlag ? [:] : ["MOVIE_SERVER_NO_NOTIFICATIONS": "1"])
      #expect(output.text.split(separator: "\n").count == 2)
      #expect(!output.text.contains(#""method""#))
    }
  }

  @Test func `the log goes to the configured file or to stderr, and only on request`() throws {
    try Sandbox.use { sandbox in
      let errors = try sandbox.run(["--log-level", "info"])
      #expect(errors.status == .exited(0))
      #expect(errors.errors.contains("builtin"))
      let file = try sandbox.run(["--log-level=info", "--log-file", sandbox.folder + "/log"])
      #expect(file.errors.isEmpty)
      #expect(try sandbox.text("log").contains("builtin"))
    }
  }

  @Test func `protocol.md has every option, with its variable and its member of the configuration file`() throws {
    let page = try Repository.lines(of: "protocol.md")
    try Sandbox.use { sandbox in
      let help = try sandbox.run(["serve", "--help"]).text
      let options = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
        .compactMap { $0.drop { $0 == " " }.split(separator: " ").first.map(String.init) }
        .filter { !["--help", "--version"].contains($0) }
      #expect(options.count > 10)
      // LSP clients add these two to the command line, so there are no other forms of them.
      for option in ["--stdio", "--clientProcessId"] {
        #expect(options.contains(option))
        #expect(page.contains { $0.contains("`\(option)") })
      }
      for option in options where !["--stdio", "--clientProcessId"].contains(option) {
        let words = option.dropFirst(2).split(separator: "-")
        let variable = words.joined(separator: "_").uppercased()
        let member = words[0] + words.dropFirst().map(\.capitalized).joined()
        let row = page.first { $0.hasPrefix("| `\(option)") }
        #expect(row?.contains("| `\(variable)` |") == true, "\(option)")
        if option != "--config" { #expect(row?.contains("| `\(member)` |") == true, "\(option)") }
      }
    }
  }
}
