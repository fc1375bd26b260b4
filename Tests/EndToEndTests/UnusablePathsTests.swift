import Foundation
import JSON
import Testing

@Suite("paths that cannot be used")
struct UnusablePathsTests {
  struct Case: CustomTestStringConvertible {
    /// A shell command; `$0` is the server and `$bad` a byte that is not UTF-8.
    var command: String
    /// What the error names.
    var name: String

    var testDescription: String { command }
  }

  @Test(arguments: [
    Case(command: #"HOME="$PWD/a$bad" "$0" paths"#, name: "the variable HOME is"),
    Case(command: #"XDG_DATA_HOME="$PWD/a$bad" "$0" paths"#, name: "the variable XDG_DATA_HOME is"),
    Case(command: #"MOVIE_SERVER_DATA_DIR="$PWD/a$bad" "$0" serve"#, name: "the variable MOVIE_SERVER_DATA_DIR is"),
    Case(command: #"TMDB_BASE_URL="http://a$bad" "$0""#, name: "the variable TMDB_BASE_URL is"),
    Case(command: #""$0" --data-dir="$PWD/a$bad""#, name: "an argument is"),
    Case(command: #""$0" paths --cache-dir "$PWD/a$bad""#, name: "an argument is"),
    Case(command: #""$0" verify "a$bad""#, name: "an argument is"),
    Case(
      command: #"mkdir "w$bad" && cd "w$bad" && "$0" --data-dir here; status=$?; rmdir "../w$bad"; exit $status"#,
      name: "the path of the working folder is"),
  ])
  func `a path that is not UTF-8 is named and refused with status 2`(_ example: Case) throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.shell("bad=$(printf '\\377'); \(example.command)")
      defer { child.destroy() }
      child.closeInput()
      let errors = try child.errors.readToEnd().all.map(\.text).joined(separator: "\n")
      #expect(try child.waitForExit() == .exited(2))
      #expect(errors.contains("movie-server: \(example.name) not valid UTF-8"), "\(errors)")
      #expect(try !sandbox.names(in: ".").contains { $0.hasPrefix("a") })
    }
  }

  @Test func `a variable that the program does not read may have any bytes`() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.shell(#"OTHER=$(printf '\377') exec "$0" paths"#)
      defer { child.destroy() }
      #expect(try child.waitForExit() == .exited(0))
    }
  }

  @Test(arguments: ["", "relative", "./home"])
  func `without an absolute HOME the home folder is that of the user database`(_ home: String) throws {
    try Sandbox.use { sandbox in
      let entry = try #require(getpwuid(getuid()))
      let folder = String(cString: entry.pointee.pw_dir)
      let output = try sandbox.run(
        ["paths", "--json"],
        environment: ["HOME": home, "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "../cache"])
      #expect(output.status == .exited(0), "\(output.errors)")
      let paths = try JSON.parse(output.text)
      #expect(paths["data"]?.string == folder + "/.local/share/movie-server")
      #expect(paths["config"]?.string == folder + "/.config/movie-server/config.json")
      #expect(paths["cache"]?.string == folder + "/.cache/movie-server")
    }
  }

  @Test func `keys are not stored through a link to a path that is not UTF-8`() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.shell(
        """
        mkdir -p config/movie-server real && : > "real/$(printf '\\377')" && chmod 600 real/*
        ln -s "$PWD/real/$(printf '\\377')" config/movie-server/credentials.json
        echo 0badcafe | "$0" auth omdb
        """)
      defer { child.destroy() }
      #expect(try child.waitForExit() == .exited(3))
      #expect(try child.errors.readToEnd().all.map(\.text).joined().contains("not valid UTF-8"))
      #expect(try sandbox.names(in: "real").count == 1)
    }
  }

  // MARK: Pipes

  @Test(arguments: ["--record", "--log-file"])
  func `a pipe that nobody reads is named and refused at once`(option: String) throws {
    try Sandbox.use { sandbox in
      let pipe = sandbox.folder + "/fifo"
      mkfifo(pipe, 0o600)
      let output = try sandbox.run([option, pipe])
      #expect(output.status == .exited(2))
      #expect(output.errors.contains(pipe), "\(output.errors)")
      #expect(output.errors.contains("it is a pipe that no program reads"), "\(output.errors)")
    }
  }

  @Test func `a picture is not written to a pipe that nobody reads`() throws {
    try Sandbox.use { sandbox in
      mkfifo(sandbox.folder + "/fifo", 0o600)
      let output = try sandbox.run(["statistics", "--svg", sandbox.folder + "/fifo"])
      #expect(output.status == .exited(3) && output.errors.contains("cannot write \(sandbox.folder)/fifo"))
    }
  }

  @Test func `a session is recorded into a pipe that a program reads`() throws {
    try Sandbox.use { sandbox in
      // The shell itself reads the pipe until `cat` does, which so neither comes too late nor waits for a writer.
      let child = try sandbox.shell(
        """
        mkfifo pipe && exec 3<>pipe
        cat <pipe >copy 3<&- &
        "$0" --record "$PWD/pipe" </dev/null 3<&-
        status=$?
        exec 3<&-
        wait
        exit $status
        """)
      defer { child.destroy() }
      #expect(try child.waitForExit() == .exited(0))
      #expect(try sandbox.text("copy").hasPrefix("# "))
    }
  }

  @Test(arguments: ["--data-dir", "--cache-dir"])
  func `a pipe in the place of a folder delays no response`(option: String) throws {
    try Sandbox.use { sandbox in
      mkfifo(sandbox.folder + "/fifo", 0o600)
      let server = try sandbox.launch(option, sandbox.folder + "/fifo")
      let answer = try server.ask("star", ["id": "builtin:tt0364569"])
      #expect(answer.reason == (option == "--data-dir" ? "storageFailed" : nil))
      #expect(try server.ask("search", ["query": "oldboy"]).result["items"] != nil)
      #expect(try server.finish() == .exited(0))
    }
  }

  // MARK: The configuration file

  @Test(arguments: ["fifo", "/dev/zero", ".", "large.json"])
  func `a configuration file that is not a regular file of at most 1 MiB is refused at once`(_ path: String) throws {
    try Sandbox.use { sandbox in
      mkfifo(sandbox.folder + "/fifo", 0o600)
      try sandbox.write("{}" + String(repeating: " ", count: 1 << 20), to: "large.json")
      let file = path.hasPrefix("/") ? path : sandbox.folder + "/" + path
      let byFlag = try sandbox.run(["--config", file])
      let byVariable = try sandbox.run(["paths"], environment: ["MOVIE_SERVER_CONFIG": file])
      for output in [byFlag, byVariable] {
        #expect(output.status == .exited(2))
        let reason = path == "large.json" ? "it has more than 1048576 bytes" : "it is not a regular file"
        #expect(output.errors.contains("cannot read the configuration file \(file): \(reason)"), "\(output.errors)")
      }
    }
  }

  @Test func `a configuration file of 1 MiB is read`() throws {
    try Sandbox.use { sandbox in
      let text = #"{"dataDir":"/from/file"}"#
      let file = try sandbox.write(text + String(repeating: " ", count: (1 << 20) - text.utf8.count), to: "c.json")
      #expect(try sandbox.run(["paths", "--config", file]).text.contains("/from/file/favorites.db"))
    }
  }
}
