/// The platform's C library, under one name.
///
/// This is the only place that says which library that is; every other file writes `import Platform`.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
