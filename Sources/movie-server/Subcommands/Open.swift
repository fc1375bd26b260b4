import JSON
import Platform

extension Subcommand {
  static let openFilm = command(
    "open", "open a movie's page in the browser", CommandInput("detail", .film)
  ) { command in
    let movie = try command.call([("reviews", 0)])
    guard let link = movie["link"]?.string ?? movie["homepage"]?.string, isWebAddress(link) else {
      report("no page of \(FilmChoice.name(of: movie)) is known")
      return .negative
    }
    command.output.show(
      ["id": movie["id"] ?? .null, "link": .string(link)], [movie["id"]?.string ?? "", link], oneLine(link))
    guard command.output.form == .text, command.output.columns != nil else { return .success }
    let opener = try Environment.variables()["BROWSER"].flatMap { $0.isEmpty || $0.contains(":") ? nil : $0 }
    do {
      let result = try ChildCommand.run([opener ?? desktopOpener, link], timeoutMilliseconds: 5_000)
      guard let failure = result.failure else { return .success }
      report("the browser \(failure)")
    } catch {
      report("the browser \(error)")
    }
    return .failure
  }

  #if canImport(Darwin)
    private static let desktopOpener = "open"
  #else
    private static let desktopOpener = "xdg-open"
  #endif

  /// Another scheme could run a program.
  private static func isWebAddress(_ link: String) -> Bool { link.hasPrefix("https://") || link.hasPrefix("http://") }
}
