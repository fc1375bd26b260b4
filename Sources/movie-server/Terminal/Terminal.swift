import Platform

enum Terminal {
  static func columns(_ environment: [String: String]) -> Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), 1...10_000 ~= columns { return columns }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
