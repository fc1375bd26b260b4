import MovieAPI
import Platform

extension Subcommand {
  /// Prints what `rpc.discover` answers, byte for byte; only a terminal gets the end of the line too.
  static let schema = Subcommand(
    name: "schema", summary: "print every method and notification, as an OpenRPC document"
  ) { _ in
    let text = String(decoding: OpenRPCDocument.bytes, as: UTF8.self)
    printText(isatty(STDOUT_FILENO) == 1 ? text + "\n" : text)
    return 0
  }
}
