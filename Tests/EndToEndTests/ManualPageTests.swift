import Testing

@Suite("the manual page")
struct ManualPageTests {
  @Test(.enabled(if: Sandbox.program("mandoc") != nil))
  func `the page has all sections, and mandoc reports no error`() throws {
    try Sandbox.use { sandbox in
      let page = try sandbox.run(["man"])
      #expect(page.status == .exited(0))
      let file = try sandbox.write(page.text, to: "movie-server.1")
      let lint = try sandbox.run(
        ["-T", "lint", "-W", "warning", file], program: "mandoc")
      // References to manual pages that are not installed here are not errors.
      #expect(lint.status == .exited(0), "\(lint.text)\(lint.errors)")
      let text = try sandbox.run(["-T", "utf8", file], program: "mandoc").text
        .replacing(/.\u{8}/, with: "")
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      for section in [
        "NAME", "SYNOPSIS", "DESCRIPTION", "SUBCOMMANDS", "OPTIONS",
        "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
      ] { #expect(text.contains("\n\(section)\n"), "\(section)") }
      for word in [
        "--remove", "search QUERY...", "watch",
        "--max-line-bytes N", "MOVIE_SERVER_MAX_LINE_BYTES", "NAVER_CLIENT_SECRET", "TMDB_BASE_URL",
        "~/.local/share/movie-server/favorites.db", #"{"tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}}"#,
        #"'{"jsonrpc":"2.0","id":1,"method":"search""#, "completions bash|zsh|fish",
      ] { #expect(text.contains(word), "\(word)") }
    }
  }

  @Test(.enabled(if: Sandbox.program("man") != nil && Sandbox.program("mandoc") != nil))
  func `man displays the page`() throws {
    try Sandbox.use { sandbox in
      let file = try sandbox.write(try sandbox.run(["man"]).text, to: "movie-server.1")
      let output = try sandbox.run(
        ["-l", file], environment: ["MANPAGER": "cat", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"],
        program: "man")
      #expect(output.status == .exited(0), "\(output.errors)")
      #expect(output.errors.isEmpty)
      #expect(output.text.contains("movie-server [serve] [options]"))
    }
  }
}
