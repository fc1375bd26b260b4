import MovieAPI
import Platform

extension Subcommand {
  /// Prints the result of `rpc.discover`, byte for byte; only on a terminal with a newline at the end.
  static let schema = Subcommand(
    name: "schema", summary: "print the OpenRPC document of the server"
  ) { _ in
    let text = String(decoding: OpenRPCDocument.bytes, as: UTF8.self)
    printText(isatty(STDOUT_FILENO) == 1 ? text + "\n" : text)
    return 0
  }
}
