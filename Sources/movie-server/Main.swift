import Platform

@main
enum Main {
  static let version = "0.1.0"
  static let date = "November 21, 2026"

  static func main() {
    StandardStreams.openMissing()
    do {
      exit(try Subcommand.run(try Environment.arguments()))
    } catch {
      let command = ["movie-server", error.subcommand, "--help"].compactMap(\.self).joined(separator: " ")
      // On one line, because clients show the last line of stderr.
      report("\(error.message)\(error.message.hasSuffix("?") ? "" : ".") Try “\(command)”.")
      exit(ExitStatus.usage.rawValue)
    }
  }
}
