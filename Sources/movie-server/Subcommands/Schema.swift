import MovieAPI
import Platform

extension Subcommand {
  /// Prints the result of `rpc.discover`, byte for byte, or the flat document, and a newline.
  static let schema = Subcommand(
    name: "schema", summary: "print the OpenRPC document of the server",
    options: [Option(flag: flatFlag, placeholder: nil, help: "errors in place, no notifications: for code generators")]
  ) { arguments in
    let isFlat = arguments[flatFlag] != nil
    printText(String(decoding: isFlat ? OpenRPCDocument.flatBytes : OpenRPCDocument.bytes, as: UTF8.self) + "\n")
    return 0
  }

  private static let flatFlag = "--flat"
}
