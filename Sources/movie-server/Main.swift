@main
enum Main {
  static let version = "0.1.0"
  static let date = "November 21, 2026"

  static func main() {
    StandardStreams.openMissing()
    do {
      exit(try Subcommand.run(try Environment.arguments()))
    } catch {
      // On one line, because clients show the last line of stderr.
      report(error.message(.ofUser(CommandLine.arguments)))
      exit(ExitStatus.usage.rawValue)
    }
  }
}

enum ExitStatus: Int32, CaseIterable {
  case success, negative, usage, failure

  var meaning: String {
    switch self {
    case .success: "the session ended normally, or the subcommand did its work"
    case .negative:
      "a search found nothing; verify or replay found a difference; auth --check found no key that works; or a "
        + "session ended early: its pipes failed, or the client sent exit without shutdown"
    case .usage: "there is a mistake on the command line, in a variable or in the configuration file"
    case .failure: "the work failed; standard error says why"
    }
  }
}
