#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum Main {
  static let version = "0.1.0"

  static func main() {
    do {
      exit(try Subcommand.run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      writeText("movie-server: \(error.message)\nTry “movie-server --help”.\n", to: STDERR_FILENO)
      exit(2)
    }
  }
}
