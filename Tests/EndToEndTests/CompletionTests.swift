import Foundation
import Testing

@Suite("completion in shells")
struct CompletionTests {
  struct Case: CustomTestStringConvertible {
    /// The words after the program's name; the last one is incomplete.
    var words: [String]
    /// What must be among the candidates, and what must not be.
    var has: [String]
    var lacks: [String] = []

    var testDescription: String { words.joined(separator: " ") }
  }

  /// The folder has these entries for file completion: `folder/`, `a file.json`.
  static let cases = [
    Case(words: [""], has: ["serve", "paths", "auth", "completions", "man", "help"]),
    Case(words: ["pa"], has: ["paths"], lacks: ["serve", "auth"]),
    Case(words: ["--cat"], has: ["--catalog"], lacks: ["--cache-dir"]),
    Case(words: ["--catalog", ""], has: ["tmdb", "omdb", "builtin", "naver"], lacks: ["serve", "folder/"]),
    Case(words: ["serve", "--log-level", "i"], has: ["info"], lacks: ["error"]),
    Case(words: ["paths", "--js"], has: ["--json"]),
    Case(words: ["serve", "--js"], has: [], lacks: ["--json"]),
    Case(words: ["auth", ""], has: ["tmdb", "omdb", "naver"], lacks: ["builtin", "serve"]),
    Case(words: ["auth", "--re"], has: ["--remove"]),
    Case(words: ["completions", ""], has: ["bash", "zsh", "fish"]),
    Case(words: ["help", "com"], has: ["completions"], lacks: ["paths"]),
    Case(words: ["--data-dir", ""], has: ["folder"], lacks: ["a file.json", "serve"]),
    Case(words: ["paths", "--config", "a"], has: ["a file.json"], lacks: ["auth"]),
    Case(words: ["import", "imdb", "fo"], has: ["folder"], lacks: ["a file.json"]),
    Case(words: ["import", ""], has: ["imdb"], lacks: ["folder", "folder/"]),
    Case(words: ["import", "a"], has: ["a file.json"], lacks: ["imdb"]),
    Case(words: ["import", "--acc"], has: ["--accept-imdb-terms"]),
    Case(words: ["help", "favorites", ""], has: [], lacks: ["search", "serve"]),
    Case(words: ["discover", "--so"], has: ["--sort"]),
    Case(words: ["discover", "--sort", "r"], has: ["rating", "random"], lacks: ["title"]),
    Case(words: ["--drain-ms", ""], has: [], lacks: ["serve", "folder", "--catalog"]),
    Case(words: ["discover", "--genre", "sc"], has: ["sci-fi"], lacks: ["drama"]),
    Case(words: ["home", "ko"], has: ["korean"], lacks: ["popular"]),
    Case(words: ["home", "korean", "pop"], has: ["popular"], lacks: ["korean"]),
    Case(words: ["mark", "--remove-tag", ""], has: []),
    Case(words: ["man", ""], has: [], lacks: ["serve", "folder"]),
  ]

  private func use(_ body: (Sandbox) throws -> Void) throws {
    try Sandbox.use { sandbox in
      try sandbox.write("", to: "work/folder/x")
      try sandbox.write("", to: "work/a file.json")
      try body(sandbox)
    }
  }

  /// The shell finds the program by its name.
  private func variables() throws -> [String: String] {
    let folder = URL(fileURLWithPath: try Executable.path()).deletingLastPathComponent().path
    return ["PATH": folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")]
  }

  private func check(_ example: Case, _ candidates: [String]) {
    let candidates = candidates.map { $0.hasSuffix("/") || $0.hasSuffix("=") ? String($0.dropLast()) : $0 }
    for word in example.has { #expect(candidates.contains(word), "\(candidates)") }
    for word in example.lacks { #expect(!candidates.contains(word), "\(candidates)") }
    if example.has.isEmpty { #expect(candidates.isEmpty) }
  }

  @Test(arguments: cases)
  func `bash completes`(_ example: Case) throws {
    try use { sandbox in
      let script = """
        cd "$HOME/work"; source <("$0" completions bash)
        COMP_WORDS=(movie-server "$@"); COMP_CWORD=$#
        $(complete -p movie-server | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        printf '%s\\n' "${COMPREPLY[@]-}"
        """
      let output = try sandbox.run(
        ["-euc", script, try Executable.path()] + example.words, environment: try variables(), program: "bash")
      #expect(output.errors.isEmpty)
      check(example, output.text.split(separator: "\n").map(String.init))
    }
  }

  /// bash splits `--flag=value` into words.
  @Test(arguments: [["--log-level", "="], ["--log-level", "=", "i"]])
  func `bash completes the value after “=”`(_ words: [String]) throws {
    try `bash completes`(Case(words: words, has: ["info"], lacks: ["serve", "--log-level"]))
  }

  @Test(.enabled(if: Sandbox.program("fish") != nil), arguments: cases)
  func `fish completes`(_ example: Case) throws {
    try use { sandbox in
      let quoted = example.words.map { $0.isEmpty ? "" : $0 }.joined(separator: " ")
      let script = """
        cd $HOME/work; \(try Executable.path()) completions fish | source; complete -C 'movie-server \(quoted)'
        """
      let output = try sandbox.run(["--no-config", "-c", script], environment: try variables(), program: "fish")
      #expect(output.errors.isEmpty)
      check(example, output.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
    }
  }

  @Test(.enabled(if: Sandbox.program("fish") != nil))
  func `fish completes the value after “=”`() throws {
    try `fish completes`(Case(words: ["--log-level=i"], has: ["--log-level=info"], lacks: ["--log-level=error"]))
  }

  @Test(.enabled(if: Sandbox.program("zsh") != nil))
  func `zsh completes at a real prompt`() throws {
    try use { sandbox in
      let path = try Executable.path()
      let check = try sandbox.run(
        ["-fc", "cd $HOME/work; \"$0\" completions zsh > _movie-server && zsh -n _movie-server", path],
        program: "zsh")
      #expect(check.status == .exited(0))
      #expect(check.errors.isEmpty)

      let terminal = try TerminalProcess(
        try Sandbox.installed("zsh"), ["-f", "-i"],
        environment: sandbox.environment(try variables().merging(["TERM": "dumb"]) { $1 }))
      // A function replaces the program and prints its arguments.
      try terminal.type(
        """
        PROMPT='ready> '; cd $HOME/work; autoload -U compinit; compinit -u -D; unsetopt menu_complete auto_menu list_beep; \
        source <('\(path)' completions zsh); movie-server() { print -rl -- "<${(j:,:)@}>" }; print be''gin

        """)
      try terminal.wait(for: "begin")
      for (typed, completed) in [
        ("pa\t", "<paths>"), ("--catalog=om\t", "<--catalog=omdb>"), ("--catalog om\t", "<--catalog,omdb>"),
        ("serve --log-level=inf\t", "<serve,--log-level=info>"), ("auth na\t", "<auth,naver>"),
        ("auth --rem\t", "<auth,--remove>"), ("completions z\t", "<completions,zsh>"),
        ("help completi\t", "<help,completions>"),
        // zsh removes a folder's slash again. The last two have no known values.
        ("--data-dir fol\t", "<--data-dir,folder>"), ("paths --config a\t", "<paths,--config,a file.json>"),
        ("--drain-ms s\t", "<--drain-ms,s>"), ("man s\t", "<man,s>"),
      ] {
        try terminal.wait(for: "ready> ")
        try terminal.type("movie-server \(typed)\n")
        try terminal.wait(for: completed)
      }
      try terminal.wait(for: "ready> ")
      try terminal.type("exit\n")
      #expect(try terminal.waitForExit() == .exited(0))
    }
  }
}
