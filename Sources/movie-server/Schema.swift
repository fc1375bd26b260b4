import MovieAPI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `movie-server schema`: prints what `rpc.discover` answers, byte for byte; for a person, with the end of its line.
func writeSchema() {
  let text = String(decoding: OpenRPCDocument.bytes, as: UTF8.self)
  writeText(isatty(STDOUT_FILENO) == 1 ? text + "\n" : text, to: STDOUT_FILENO)
}
