import MovieAPI
import OnlineCatalogs
import OperatingSystem

/// The process's arguments, variables, folders and executable. Texts must be valid UTF-8, because a path with
/// replacement characters would name another file.
enum Environment {
  static func arguments() throws(UsageError) -> [String] {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Names none of them, because it may be a key.
    guard !arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      throw UsageError("an argument is not valid UTF-8")
    }
    return arguments
  }

  static func variables() throws(UsageError) -> [String: String] {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
      var entry = _NSGetEnviron().pointee
    #else
      var entry = environ
    #endif
    while let text = entry.pointee {
      if let sign = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = String(decoding: UnsafeRawBufferPointer(start: text, count: sign - text), as: UTF8.self)
        let value = String(validatingCString: sign + 1)
        if value == nil, isRead(name) { throw UsageError("the variable \(name) is not valid UTF-8") }
        variables[name] = value ?? String(cString: sign + 1)
      }
      entry += 1
    }
    return variables
  }

  /// The BCP 47 tag of the user's language and country, by POSIX (XBD 8.2) and gettext(3); nil for the locale `C`.
  static func language(_ variables: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let locale, let tag = LanguageTag.tag(ofLocale: locale) else { return nil }
    // LANGUAGE lists languages for messages. The country is that of the locale unless it names one.
    let languages = (variables["LANGUAGE"] ?? "").split(separator: ":").compactMap {
      LanguageTag.tag(ofLocale: String($0))
    }
    guard let preferred = languages.first else { return tag }
    return preferred.contains("-") ? preferred : preferred + tag.drop { $0 != "-" }
  }

  private static func isRead(_ name: String) -> Bool {
    let prefixes = [Setting.variablePrefix, "XDG_"] + CatalogProvider.all.map(\.variablePrefix)
    return name == "HOME" || prefixes.contains { name.hasPrefix($0) }
  }

  /// The user's home folder: `HOME` if it is an absolute path, otherwise that of the user database.
  static func home(_ environment: [String: String]) throws(UsageError) -> String {
    if let path = environment["HOME"], isAbsolute(path) { return path }
    guard let entry = getpwuid(getuid()), let path = String(validatingCString: entry.pointee.pw_dir), isAbsolute(path)
    else { throw UsageError("the user has no home folder; set HOME to an absolute path") }
    return path
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// Makes a path absolute: clients receive paths, and may run in another folder.
  static func absolutePath(_ path: String) throws(UsageError) -> String {
    guard !isAbsolute(path) else { return path }
    guard let bytes = getcwd(nil, 0) else {
      throw UsageError("the working folder cannot be found; give an absolute path instead of \(path)")
    }
    defer { free(bytes) }
    guard let folder = String(validatingCString: bytes) else {
      throw UsageError("the path of the working folder is not valid UTF-8; give an absolute path instead of \(path)")
    }
    return folder + "/" + path
  }

  static func executablePath() throws(UsageError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      let isFound = _NSGetExecutablePath(&buffer, &size) == 0
    #else
      let isFound = readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0
    #endif
    guard isFound, let path = String(validating: buffer.prefix { $0 != 0 }, as: UTF8.self) else {
      throw UsageError("cannot find this program's executable; name the server with --command")
    }
    return path
  }
}
