import OperatingSystem
import Platform

/// The process's environment: its variables, its working folder and its executable.
enum Environment {
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
      var entry = _NSGetEnviron().pointee
    #else
      var entry = environ
    #endif
    while let text = entry.pointee {
      if let sign = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: text, count: sign - text)
        variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
      }
      entry += 1
    }
    return variables
  }

  /// Makes a path absolute: clients receive paths, and may run in another folder.
  static func absolutePath(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// The text of a file; nil if it cannot be read.
  static func readFile(_ path: String) -> String? {
    (try? OperatingSystem.readFile(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path of this program's executable.
  static func executablePath() throws(UsageError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      let isFound = _NSGetExecutablePath(&buffer, &size) == 0
    #else
      let isFound = readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0
    #endif
    guard isFound else {
      throw UsageError(message: "cannot find this program's executable; name the server with --command")
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
