import Platform

extension Subcommand {
  static let version = Subcommand(name: "version", summary: "print the version") { _ in
    printText("movie-server \(Main.version)\n")
    return 0
  }
}
