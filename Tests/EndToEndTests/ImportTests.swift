import Foundation
import Testing

/// `movie-server import`, with the real program and small files.
@Suite("import of IMDb's files")
struct ImportTests {
  private static let accept = "--accept-imdb-terms"
  private static let header =
    "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"

  private static func film(_ number: Int) -> String {
    "tt\(1_000_000 + number)\tmovie\tFilm \(number)\tFilm \(number)\t0\t1999\t\\N\t90\tDrama\n"
  }

  /// Writes so many films into the folder `name` of the sandbox, and returns its path.
  @discardableResult
  private func writeFilms(_ count: Int, to name: String = "imdb", in sandbox: Sandbox) throws -> String {
    let text = Self.header + (0..<count).map(Self.film).joined()
    try sandbox.write(text, to: "\(name)/title.basics.tsv")
    return sandbox.folder + "/" + name
  }

  private func catalog(_ sandbox: Sandbox) -> String { sandbox.folder + "/data/movie-server/imdb.catalog" }

  private func bytes(_ sandbox: Sandbox) -> Data? { FileManager.default.contents(atPath: catalog(sandbox)) }

  /// The files of the data folder that have to do with the import.
  private func files(_ sandbox: Sandbox) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/data/movie-server")) ?? []
    return names.filter { $0.hasPrefix("imdb") }.sorted()
  }

  @Test func `an import makes a catalog and says what it has read, and --remove takes it away`() throws {
    try Sandbox.use { sandbox in
      let folder = try writeFilms(3, in: sandbox)
      let line = "tt0000001\tshort\tA\tA\t0\t1999\t\\N\t90\tDrama\ntt0000001\tmovie\n"
      try sandbox.write(Self.header + (0..<3).map(Self.film).joined() + line, to: "imdb/title.basics.tsv")
      try sandbox.write(
        "tconst\taverageRating\tnumVotes\ntt1000000\t7.0\t10\ntt9\t7.0\t10\n", to: "imdb/title.ratings.tsv")
      let output = try sandbox.run(["import", "imdb", folder, Self.accept])
      #expect(output.status == .exited(0))
      #expect(output.errors.isEmpty)
      let lines = output.text.split(separator: "\n").map(String.init)
      #expect(lines.first == "imported 3 films, 0 people and 0 credits")
      #expect(
        lines.dropFirst(3) == [
          "title.basics: read 5, kept 3", "  skipped 1 of other types",
          "  skipped 1 with another number of columns than the first line (the first is line 6)",
          "title.ratings: read 2, kept 1", "  skipped 1 with an invalid id (the first is line 3)",
          "title.akas: not used; films have no Korean or other titles",
          "title.crew: not used; directors and writers come from title.principals",
          "title.principals: not used; films have no cast", "name.basics: not used; films have no people",
        ])
      #expect(files(sandbox) == ["imdb.catalog"])
      let removal = try sandbox.run(["import", "imdb", "--remove"])
      #expect(removal.errors == "movie-server: removed \(catalog(sandbox))\n")
      #expect(removal.status == .exited(0))
      #expect(files(sandbox) == [])
      #expect(try sandbox.run(["import", "imdb", "--remove"]).errors == "movie-server: there is no imported catalog\n")
    }
  }

  @Test func `the options choose which films are kept`() throws {
    try Sandbox.use { sandbox in
      let other = "tt0000001\ttvSeries\tA\tA\t1\t1999\t\\N\t90\tDrama\n"
      try sandbox.write(Self.header + Self.film(1) + Self.film(2) + other, to: "imdb/title.basics.tsv")
      try sandbox.write("tconst\taverageRating\tnumVotes\ntt1000001\t7.0\t10\n", to: "imdb/title.ratings.tsv")
      func films(_ options: String...) throws -> String {
        try String(sandbox.run(["import", "imdb", sandbox.folder + "/imdb", Self.accept] + options).text.prefix(16))
      }
      #expect(try films() == "imported 2 films")
      #expect(try films("--min-votes", "10") == "imported 1 films")
      #expect(try films("--types=tvSeries,movie") == "imported 2 films")
      #expect(try films("--types=tvSeries,movie", "--adult") == "imported 3 films")
    }
  }

  @Test(arguments: [
    (["import"], "import needs a file, or imdb and a folder"), (["import", "imbd", "x"], "did you mean imdb?"),
    (["import", "imdb"], "import takes imdb and one folder"), (["import", "imdb", "x", "y"], "one folder"),
    (["import", "imdb", "x"], "accept them with --accept-imdb-terms"),
    (["import", "imdb", "x", "--types", "film"], "each of --types must be one of movie, tvMovie"),
    (["import", "imdb", "x", "--min-votes", "many"], "--min-votes must be a number"),
    (["import", "imdb", "x", "--remove"], "--remove takes no folder"),
    (["import", "imdb", "--remove", "--adult"], "no other options"),
  ])
  func `a mistake ends with status 2`(_ arguments: [String], _ complaint: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(2))
      #expect(output.errors.contains(complaint), "\(output.errors)")
      #expect(files(sandbox) == [])
    }
  }

  @Test func `on a terminal, a person is asked to accept the terms and sees a bar for each file`() throws {
    try Sandbox.use { sandbox in
      let folder = try writeFilms(10, in: sandbox)
      for (answer, status) in [("n\n", 3), ("\n", 3), ("yes\n", 0)] {
        let terminal = try TerminalProcess(
          try Executable.path(), ["import", "imdb", folder], environment: sandbox.environment([:]))
        try terminal.wait(for: "personal and non-commercial use only")
        try terminal.wait(for: "Do you accept these terms? [y/N] ")
        #expect(files(sandbox) == [])
        try terminal.type(answer)
        if status == 0 {
          try terminal.wait(for: "title.basics     [################] 100 % 10 rows")
          try terminal.wait(for: "imported 10 films")
        } else {
          try terminal.wait(for: "nothing was imported")
        }
        #expect(try terminal.waitForExit() == .exited(Int32(status)))
      }
      #expect(files(sandbox) == ["imdb.catalog"])
    }
  }

  @Test func `an import that fails leaves the catalog as it was and nothing beside it`() throws {
    try Sandbox.use { sandbox in
      let folder = try writeFilms(50, in: sandbox)
      _ = try sandbox.run(["import", "imdb", folder, Self.accept])
      let before = try #require(bytes(sandbox))
      try writeFilms(5_000, to: "new", in: sandbox)
      // Half of a compressed file.
      let half = try sandbox.shell("mkdir half; gzip -c new/title.basics.tsv | head -c 9999 > half/title.basics.tsv.gz")
      defer { half.destroy() }
      try #require(try half.waitForExit() == .exited(0))
      let failures = [
        ("half", [], "title.basics.tsv.gz is incomplete"), ("nowhere", [], "has neither title.basics.tsv nor"),
        ("new", ["--types", "short"], "no film is left to import"),
      ]
      for (name, options, message) in failures {
        let output = try sandbox.run(["import", "imdb", sandbox.folder + "/" + name, Self.accept] + options)
        #expect(output.status == .exited(3))
        #expect(output.errors.contains(message), "\(output.errors)")
        #expect(bytes(sandbox) == before)
        #expect(files(sandbox) == ["imdb.catalog"])
      }
      // The file size limit stands for a full disk.
      let limited = try sandbox.shell(#"ulimit -f 16; exec "$0" import imdb new "# + Self.accept)
      defer { limited.destroy() }
      #expect(try limited.waitForExit() == .exited(3))
      #expect(try limited.errors.readToEnd().all.map(\.text).joined().contains("imdb.catalog.new: File too large"))
      #expect(bytes(sandbox) == before)
      #expect(files(sandbox) == ["imdb.catalog"])
    }
  }

  @Test(
    .enabled(if: MountNamespace.isPossible, "No file system can be mounted here, not even in an own namespace."))
  func `on a full disk an import fails, and leaves the catalog as it was and nothing beside it`() throws {
    try Sandbox.use { sandbox in
      try writeFilms(50, in: sandbox)
      try writeFilms(5_000, to: "new", in: sandbox)
      let script = """
        mkdir data; mount -t tmpfs -o size=256k none data
        "$0" import imdb imdb \(Self.accept) > /dev/null; cp data/movie-server/imdb.catalog before
        ! "$0" import imdb new \(Self.accept) || exit 9
        cmp before data/movie-server/imdb.catalog; ls data/movie-server > names
        """
      let shell = try sandbox.shell("exec \(MountNamespace.unshare) sh -ec '\(script)' \"$0\"")
      defer { shell.destroy() }
      let errors = try shell.errors.readToEnd().all.map(\.text)
      #expect(try shell.waitForExit() == .exited(0))
      #expect(errors.count == 1)
      #expect(errors.first?.hasSuffix("imdb.catalog.new: No space left on device") == true, "\(errors)")
      let names = FileManager.default.contents(atPath: sandbox.folder + "/names")
      #expect(names.map { String(decoding: $0, as: UTF8.self) } == "imdb.catalog\n")
    }
  }

  @Test func `without a terminal a line says every five seconds how far the import is`() throws {
    try Sandbox.use { sandbox in
      try writeFilms(200_000, in: sandbox)
      let child = try sandbox.shell(#"exec nice -n 19 "$0" import imdb imdb "# + Self.accept)
      defer { child.destroy() }
      try waitForNewFile(sandbox)
      child.signal(SIGSTOP)
      // Not to wait for something: the test is about this time.
      sleep(5)
      child.signal(SIGCONT)
      let line = try child.errors.wait(for: "A line of progress") { $0.lines.first?.text } ?? ""
      let expected = /movie-server: title\.basics: \d+ %, [\d,]+ rows, \d+k\/s, \d+ s left/
      #expect(try expected.wholeMatch(in: line) != nil, "\(line)")
      child.signal(SIGINT)
      #expect(try child.waitForExit() == .exited(130))
    }
  }

  @Test func `of two imports at once the second one fails`() throws {
    try Sandbox.use { sandbox in
      let folder = try writeFilms(3, in: sandbox)
      try sandbox.write("", to: "data/movie-server/imdb.catalog.new")
      let first = open(catalog(sandbox) + ".new", O_RDWR | O_CLOEXEC)
      defer { close(first) }
      try #require(flock(first, LOCK_EX | LOCK_NB) == 0)
      let second = try sandbox.run(["import", "imdb", folder, Self.accept])
      #expect(second.status == .exited(3))
      #expect(second.errors == "movie-server: another import is running\n")
      #expect(files(sandbox) == ["imdb.catalog.new"])
      // A killed import has no lock, and its file does not disturb the next one.
      flock(first, LOCK_UN)
      #expect(try sandbox.run(["import", "imdb", folder, Self.accept]).status == .exited(0))
      #expect(files(sandbox) == ["imdb.catalog"])
    }
  }

  @Test func `a signal ends an import, which leaves the catalog as it was and nothing beside it`() throws {
    try Sandbox.use { sandbox in
      _ = try sandbox.run(["import", "imdb", try writeFilms(50, in: sandbox), Self.accept])
      let before = try #require(bytes(sandbox))
      try writeFilms(200_000, to: "new", in: sandbox)
      for signal in [SIGINT, SIGTERM, SIGHUP] {
        let child = try sandbox.shell(#"exec "$0" import imdb new "# + Self.accept)
        defer { child.destroy() }
        try waitForNewFile(sandbox)
        child.signal(signal)
        #expect(try child.waitForExit() == .exited(130))
        #expect(try child.errors.readToEnd().all.map(\.text) == ["movie-server: interrupted"])
        #expect(bytes(sandbox) == before)
        #expect(files(sandbox) == ["imdb.catalog"])
      }
    }
  }

  /// Waits until an import has begun.
  private func waitForNewFile(_ sandbox: Sandbox) throws {
    let deadline = ContinuousClock.now + .milliseconds(PipedProcess.timeoutMilliseconds)
    while !files(sandbox).contains("imdb.catalog.new") {
      guard ContinuousClock.now < deadline else { throw Failure("The import does not begin.") }
      usleep(1_000)
    }
  }

  @Test func `after kill -9 at any moment the catalog is the old one or the new one, whole`() throws {
    try Sandbox.use { sandbox in
      let (old, new) = (try writeFilms(2_000, in: sandbox), try writeFilms(4_000, to: "new", in: sandbox))
      var whole: [Data] = []
      var duration: Int64 = 0
      for folder in [new, old] {
        let start = ContinuousClock.now
        _ = try sandbox.run(["import", "imdb", folder, Self.accept])
        duration = Int64((ContinuousClock.now - start) / .microseconds(1))
        whole.append(try #require(bytes(sandbox)))
      }
      try #require(whole[0] != whole[1])
      for _ in 0..<20 {
        let child = try sandbox.shell(#"exec "$0" import imdb new "# + Self.accept)
        defer { child.destroy() }
        // Not to wait for something: the moment of the kill is what the test varies.
        usleep(UInt32.random(in: 0...UInt32(duration * 2)))
        child.signal(SIGKILL)
        _ = try child.waitForExit()
        #expect(whole.contains(try #require(bytes(sandbox))))
      }
      _ = try sandbox.run(["import", "imdb", old, Self.accept])
      #expect(bytes(sandbox) == whole[1])
      #expect(files(sandbox) == ["imdb.catalog"])
    }
  }
}
