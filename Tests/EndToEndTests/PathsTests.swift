import Foundation
import JSON
import Testing

@Suite("paths")
struct PathsTests {
  @Test func `every path is a line of the text and a member of the object`() throws {
    try Sandbox.use { sandbox in
      let home = sandbox.folder
      let paths = [
        ("config", home + "/config/movie-server/config.json"),
        ("credentials", home + "/config/movie-server/credentials.json"),
        ("data", home + "/data/movie-server"),
        ("favorites", home + "/data/movie-server/favorites.db"),
        ("sessions", home + "/data/movie-server/sessions.json"),
        ("undo", home + "/data/movie-server/undo.json"),
        ("imdb", home + "/data/movie-server/imdb.catalog"),
        ("cache", home + "/cache/movie-server"),
        ("posters", home + "/cache/movie-server/posters"), ("pages", home + "/cache/movie-server/pages"),
        ("responses", home + "/cache/movie-server/responses"),
      ]
      let text = try sandbox.run(["paths"])
      #expect(text.status == .exited(0))
      #expect(text.errors.isEmpty)
      let lines = text.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(lines == paths.map { [$0.0, $0.1] })
      // Aligned: all paths begin in the same column.
      #expect(Set(text.text.split(separator: "\n").map { $0.firstIndex(of: "/")?.utf16Offset(in: $0) }).count == 1)
      let json = try sandbox.run(["paths", "--json"])
      #expect(try JSON.parse(json.text) == .object(paths.map { JSON.Member($0.0, .string($0.1)) }))
    }
  }

  @Test func `the settings of serve apply`() throws {
    try Sandbox.use { sandbox in
      let config = try sandbox.write(
        #"{"dataDir": "/from/file", "cacheDir": "/from/file"}"#, to: "elsewhere/other.json")
      let output = try sandbox.run(
        ["paths", "--json", "--config", config, "--log-file=/from/flag"],
        environment: ["MOVIE_SERVER_DATA_DIR": "/from/variable"])
      let json = try JSON.parse(output.text)
      #expect(json["config"]?.string == config)
      #expect(json["favorites"] == "/from/variable/favorites.db")
      #expect(json["posters"] == "/from/file/posters")
      #expect(json["log"] == "/from/flag")
      // Not next to a configuration file, which may be in a project.
      #expect(json["credentials"]?.string == sandbox.folder + "/config/movie-server/credentials.json")
      // Printing paths creates none of them, not even the log.
      #expect(!sandbox.exists("data"))
    }
  }

  @Test func `the help lists only options on which paths depend`() throws {
    try Sandbox.use { sandbox in
      let flags = try sandbox.run(["paths", "--help"]).text.split(separator: "\n").filter { $0.hasPrefix("  --") }
        .map { $0.split(separator: " ")[0] }
      #expect(flags == ["--json", "--data-dir", "--cache-dir", "--config", "--log-file", "--version", "--help"])
    }
  }

  /// A client may run in another folder, so the paths of posters must be absolute.
  @Test func `relative folders are printed as absolute paths`() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.shell(#"MOVIE_SERVER_DATA_DIR=./a exec "$0" paths --json --cache-dir b/c"#)
      defer { child.destroy() }
      let json = try JSON.parse(child.output.readToEnd().all.map(\.text).joined())
      // The path as getcwd(3) returns it, without symbolic links.
      let resolved = try #require(realpath(sandbox.folder, nil))
      defer { free(resolved) }
      let home = String(cString: resolved)
      #expect(json["data"]?.string == home + "/./a")
      #expect(json["posters"]?.string == home + "/b/c/posters")
    }
  }

  @Test func `a file name can begin with a combining character`() throws {
    try Sandbox.use { sandbox in
      let json = try JSON.parse(
        sandbox.run(
          ["paths", "--json", "--log-file=\u{301}log"], environment: ["XDG_DATA_HOME": "/\u{301}data"]
        ).text)
      #expect(json["data"] == "/\u{301}data/movie-server")
      #expect(json["log"] == "\u{301}log")
    }
  }

  @Test func `an unknown variable with the prefix of settings is reported, but is not an error`() throws {
    try Sandbox.use { sandbox in
      let environment = ["MOVIE_SERVER_DATADIR": "/x", "MOVIE_SERVER": "unrelated"]
      let paths = try sandbox.run(["paths"], environment: environment)
      #expect(paths.status == .exited(0))
      #expect(
        paths.errors
          == "movie-server: unknown environment variable MOVIE_SERVER_DATADIR; did you mean MOVIE_SERVER_DATA_DIR?\n")
      #expect(try sandbox.run(environment: environment).errors.isEmpty)
      #expect(
        try sandbox.run(["--log-level", "info"], environment: environment).errors.contains(
          "variable MOVIE_SERVER_DATADIR"))
    }
  }
}
