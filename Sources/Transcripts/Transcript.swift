import JSON

/// A written conversation of a client with a server, or with several servers that share a data folder.
///
/// A file has one thing a line; spaces before it do not count, nor do blank lines:
///
///     --> JSON         the client sends this message; what is no JSON is sent as it stands
///     <-- JSON         the server sends this message
///     2--> JSON        the same of the second server; a line without a number is of the first
///     # text           a comment; `# +12 ms` is when what follows came, after what stands before it
///     ! wait 200 ms    the one that speaks next waits before it does
///     ! close          the client closes its output, the server's input
///     ! exit 1         the server has nothing more to say and ends with this status; the client closes before, if it
///                      has not yet
///     ! server 2       the second server is started, on the data folder of the first; also one that has ended, anew
///     ! unordered      what the other side says up to `! end` may come in any order; this side says its part at once
///     ! end
///     ! any epoch      the values of members of these names are not compared, in the whole transcript
///
/// Directives may have a number too: `2! close`. At the end of a transcript each server that still runs is closed, must
/// have nothing more to say and end with status 0.
///
/// In a message the string `"…"` stands for any value, and `"…name"`, a name of letters, digits, `_`, `-` and `.`, for a
/// value that must be the same wherever the name stands. Where a name is read first, by whoever reads it, it takes the
/// value that came; whoever has to say it then says that value, or the string itself where it has none yet. An object
/// with a member of the name `…` may have other members besides; whoever has to say it says none.
public struct Transcript: Sendable {
  /// What a line has to be done.
  public enum Action: Sendable {
    /// The client's message, as it is written.
    case client(String)
    /// The server's message; `text` as it is written.
    case server(JSON, text: String)
    /// - Parameter isRecorded: from a comment with a time, which says how long it took and not how long to wait.
    case wait(milliseconds: Int, isRecorded: Bool)
    case close
    case exit(Int32)
    case start
    /// Messages only.
    case unordered([Step])
  }

  /// One thing that is done, and where it stands.
  public struct Step: Sendable {
    /// From 1, in the file.
    public var line: Int
    /// The server's number, from 1.
    public var server: Int
    public var action: Action
  }

  /// Names of members that are others in each session: what a program writes does not compare them.
  static let volatileNames = ["epoch", "expiresAt", "path", "serverInfo", "starredAt"]

  /// As it was named.
  public var file: String
  /// Its lines in the file, from 1.
  public var lines: Range<Int>
  /// In the order of the file.
  public var steps: [Step]
  /// Names of members whose values may be any.
  public var ignored: Set<String> = []

  /// The steps that are messages, in their order.
  public var messages: [Step] {
    steps.flatMap { step -> [Step] in
      switch step.action {
      case .client, .server: return [step]
      case .unordered(let steps): return steps
      case .wait, .close, .exit, .start: return []
      }
    }
  }

  /// Says of a message that came in place of the one on a line that it is another line's: the next one's that fits, or
  /// else the last one's before. Empty where none fits.
  func otherPlace(than line: Int, _ fits: (Step) -> Bool) -> String {
    let places = messages.filter(fits).map(\.line)
    if let next = places.first(where: { $0 > line }) {
      return "\n  this is line \(next): something was left out, or both may come in any order (“! unordered”)"
    }
    return places.last { $0 < line }.map { "\n  this is line \($0) once more" } ?? ""
  }

  /// How a place in the file is named to a person, as compilers do.
  func place(_ line: Int) -> String { "\(file):\(line)" }
}

/// Why a file is no transcript, or cannot be read: says where.
public struct TranscriptError: Error, Sendable, CustomStringConvertible {
  /// For a person, perhaps in several lines; begins with the place, as in `demo.rpc:12: `, where there is one.
  public var description: String

  init(_ description: String) { self.description = description }
}
