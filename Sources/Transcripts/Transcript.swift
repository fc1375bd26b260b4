/// A written conversation between a client and a server, or several servers that share a data folder.
///
/// A file has one item on each line. Leading spaces and blank lines have no meaning:
///
///     --> JSON         the client sends this message; text that is not JSON is sent unchanged
///     <-- JSON         the server sends this message
///     2--> JSON        the same for the second server; a line without a number belongs to the first
///     # text           a comment; `# +12 ms` gives the recorded time between the lines before and after it
///     ! wait 200 ms    the sender of the next message waits first
///     ! close          the client closes its output, which is the server's input
///     ! exit 1         the server sends nothing more and exits with this status; the client closes its output first
///     ! server 2       starts the second server on the data folder of the first; also restarts an exited server
///     ! unordered      up to `! end`, the other side's messages may come in any order; this side sends all of its own
///     ! end            messages at once
///     ! any epoch      the values of members with these names are not compared, in the whole transcript
///
/// Directives may have a server's number too: `2! close`. At the end of a transcript the input of each running server
/// is closed. The server must send nothing more and exit with status 0.
///
/// In a message the string `"…"` matches any value. `"…name"` matches a value that must be the same wherever the name
/// occurs; a name consists of letters, digits, `_`, `-` and `.`. The side that receives a name first binds it to the
/// value that came. The side that must send it sends that value, or the string itself if the name is not bound. An
/// object with a member named `…` may have other members too; the side that sends the object leaves that member out.
public struct Transcript: Sendable {
  public enum Action: Sendable {
    case client(String)
    /// The server sends this message; `text` is the message as the file has it.
    case server(JSON, text: String)
    /// The sender of the next message waits first. A recorded time, such as `# +12 ms`, only reports how long it took.
    case wait(milliseconds: Int, isRecorded: Bool)
    case close
    /// The client closes the server's input, and the server exits with this status.
    case exit(Int32)
    case start
    /// Each side sends its messages at once, and the other side's may arrive in any order. Contains only messages.
    case unordered([Step])
  }

  /// An action and its position in the file.
  public struct Step: Sendable {
    /// The number of its line in the file, from 1; of the first line for a group.
    public var line: Int
    public var server: Int
    public var action: Action
  }

  static let clientArrow = Array("--> ".utf8)
  static let serverArrow = Array("<-- ".utf8)

  /// Members whose values differ in each session. Programs that write transcripts leave them open.
  static let volatileNames = [
    "epoch", "expiresAt", "io.modelcontextprotocol/serverInfo", "path", "serverInfo", "starredAt",
  ]

  public var file: String
  public var lines: Range<Int>
  public var steps: [Step]
  /// Names of members whose values are not compared.
  public var ignored: Set<String> = []

  /// The steps that are messages, also those inside groups.
  public var messages: [Step] {
    steps.flatMap { step -> [Step] in
      switch step.action {
      case .client, .server: return [step]
      case .unordered(let steps): return steps
      case .wait, .close, .exit, .start: return []
      }
    }
  }

  /// Explains a message that came instead of the one on `line`, by the next line that it matches, or the last before.
  func hint(for line: Int, matching: (Step) -> Bool) -> String {
    let lines = messages.filter(matching).map(\.line)
    if let next = lines.first(where: { $0 > line }) {
      return "\n  this is line \(next): a message before it is missing, or the order may vary "
        + "(put the messages between “! unordered” and “! end”)"
    }
    return lines.last { $0 < line }.map { "\n  this is line \($0) again" } ?? ""
  }

  /// Returns an error at a line, written as compilers write it.
  func error(_ line: Int, _ what: String, _ details: String? = nil) -> TranscriptError {
    TranscriptError("\(file):\(line): \(what)" + (details.map { "\n" + $0 } ?? ""))
  }
}

/// An error in a transcript's file, or a difference between a session and its transcript.
public struct TranscriptError: Error, Sendable, CustomStringConvertible {
  /// One or more lines for a person. It begins with the position, as in `demo.rpc:12: `, if there is one.
  public var description: String

  init(_ description: String) { self.description = description }
}

extension Transcript.Step {
  /// The message that the server must send, and as the file has it; nil if this step is not a server's message.
  var serverMessage: (json: JSON, text: String)? {
    if case .server(let message, let text) = action { (message, text) } else { nil }
  }

  /// The text that the client must send; nil if this step is not a client's message.
  var clientText: String? { if case .client(let text) = action { text } else { nil } }

  var isWait: Bool { if case .wait = action { true } else { false } }
}
