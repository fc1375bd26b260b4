import MovieAPI
import Platform

extension Subcommand {
  static let schema = Subcommand(
    "schema", "print the OpenRPC document of the server",
    options: [Option(flag: flatFlag, placeholder: nil, help: "errors in place, no notifications: for code generators")]
  ) { arguments in
    let document = OpenRPCDocument(.movies, isFlat: arguments[flatFlag] != nil)
    printText(String(decoding: document.jsonBytes, as: UTF8.self) + "\n")
    return 0
  }

  private static let flatFlag = "--flat"
}
