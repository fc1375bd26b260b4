import Platform

extension Subcommand {
  static let version = Subcommand(
    "version", "print the version"
  ) { _ in
    printText("movie-server \(Main.version)\n")
    return 0
  }
}
