import MovieAPI
import Platform

extension Subcommand {
  /// Prints the result of `rpc.discover`, byte for byte, or the flat document; only on a terminal with a newline at the end.
  static let schema = Subcommand(
    name: "schema", summary: "print the OpenRPC document of the server",
    options: [Option(flag: flatFlag, placeholder: nil, help: "errors in place, no notifications: for code generators")]
  ) { arguments in
    let isFlat = arguments[flatFlag] != nil
    let text = String(decoding: isFlat ? OpenRPCDocument.flatBytes : OpenRPCDocument.bytes, as: UTF8.self)
    printText(isatty(STDOUT_FILENO) == 1 ? text + "\n" : text)
    return 0
  }

  private static let flatFlag = "--flat"
}
