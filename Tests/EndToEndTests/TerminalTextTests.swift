import Foundation
import JSON
import Testing

/// What others wrote must not command the terminal: colors, titles, the cursor, the direction of text.
@Suite("texts from outside")
struct TerminalTextTests {
  /// One of each kind: C0, DEL, C1, both separators, and all marks, embeddings and isolates of bidirectional text.
  static let controls =
    "\u{1B}\u{7}\u{7F}\u{80}\u{85}\u{9B}\u{9F}\u{2028}\u{2029}\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}"

  /// The characters in a text that a terminal would obey.
  static func controls(in text: String) -> [String] {
    text.unicodeScalars.filter { $0 != "\n" && (controls.unicodeScalars.contains($0) || $0.value < 0x20) }
      .map { String($0.value, radix: 16) }
  }

  struct Case: CustomTestStringConvertible {
    var arguments: [String]
    var input = ""
    /// A part of what is printed.
    var complaint: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let escape = #"\u001b"#

  @Test(arguments: [
    Case(arguments: ["--config", "member.json"], complaint: "unknown setting “x\(escape)"),
    Case(arguments: ["--config", "value.json"], complaint: "--catalog must be one of"),
    Case(arguments: ["--config", "no\(controls).json"], complaint: "no\(escape)"),
    Case(arguments: ["x\(controls)"], complaint: "unknown subcommand “x\(escape)"),
    Case(arguments: ["--x\(controls)"], complaint: "unknown option “--x\(escape)"),
    Case(arguments: ["help", "\(controls)"], complaint: "unknown subcommand “\(escape)"),
    Case(arguments: ["verify", "no\(controls).rpc"], complaint: "no\(escape)"),
    Case(arguments: ["verify", "method.rpc"], complaint: escape),
    Case(arguments: ["replay", "method.rpc"], input: "\(controls)\n", complaint: "received: \(escape)"),
    Case(
      arguments: ["replay", "method.rpc"], input: #"{"x":"\#(controls.dropFirst(2))"}"# + "\n", complaint: #"\u009b"#),
    Case(arguments: ["--log-file", "/proc/no\(controls)"], complaint: "/proc/no\(escape)"),
    Case(arguments: ["--log-level", "info", "--data-dir", "/proc/no\(controls)"], complaint: "/proc/no\(escape)"),
  ])
  func `control characters are escaped in messages`(_ example: Case) throws {
    try Sandbox.use { sandbox in
      let name = JSON.string("x" + Self.controls).jsonText
      try sandbox.write(#"{\#(name): 1}"#, to: "member.json")
      try sandbox.write(#"{"catalog": \#(name)}"#, to: "value.json")
      try sandbox.write(
        """
        --> {"jsonrpc":"2.0","id":1,"method":\(name)}
        <-- {"jsonrpc":"2.0","id":1,"result":{}}

        """, to: "method.rpc")
      let child = try sandbox.shell(#"exec "$0" "$@""#, example.arguments)
      defer { child.destroy() }
      try? child.write(example.input.utf8)
      child.closeInput()
      let output = try (child.output.readToEnd().all + child.errors.readToEnd().all).map(\.text)
        .joined(separator: "\n")
      #expect(output.contains(example.complaint), "\(output.debugDescription)")
      #expect(Self.controls(in: output) == [])
    }
  }

  @Test func `what a server under test sends is escaped`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write(
        """
        --> {"jsonrpc":"2.0","id":1,"method":"a"}
        <-- {"jsonrpc":"2.0","id":1,"result":{}}

        """, to: "a.rpc")
      try sandbox.write(
        #"{"jsonrpc":"2.0","id":1,"result":{"x":"\#(Self.controls.dropFirst(2))"}}"# + "\n", to: "answer")
      let child = try sandbox.shell(#"exec "$0" verify --command "cat answer; cat > /dev/null" a.rpc"#)
      defer { child.destroy() }
      let output = try child.output.readToEnd().all.map(\.text).joined(separator: "\n")
      #expect(output.contains(#""\u007f\u0080\u0085\u009b\u009f\u2028\u2029\u061c\u200e\u200f\u202a"#), "\(output)")
      #expect(Self.controls(in: output) == [])
    }
  }

  @Test func `paths escapes on a terminal, and prints the path itself to a script`() throws {
    try Sandbox.use { sandbox in
      let folder = sandbox.folder + "/a\u{9B}b"
      let terminal = try TerminalProcess(
        try Executable.path(), ["paths", "--data-dir", folder], environment: sandbox.environment([:]))
      #expect(try terminal.waitForExit() == .exited(0))
      #expect(terminal.shown.contains(#"/a\u009bb/favorites.db"#))
      #expect(!terminal.shown.unicodeScalars.contains("\u{9B}"))
      #expect(try sandbox.run(["paths", "--data-dir", folder]).text.contains(folder + "/favorites.db"))
      let json = try sandbox.run(["paths", "--json", "--data-dir", folder]).text
      #expect(json.contains(#"a\u009bb"#))
      #expect(try JSON.parse(json)["data"]?.string == folder)
    }
  }
}
