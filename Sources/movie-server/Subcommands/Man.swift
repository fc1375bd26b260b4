import Platform

extension Subcommand {
  static let man = Subcommand(
    "man", "print the manual page",
    notes: """
      To read it:     movie-server man | man -l -
      To install it:  movie-server man > ~/.local/share/man/man1/movie-server.1

      """
  ) { _ throws(UsageError) in
    printText(ManualPage.text)
    return 0
  }
}
