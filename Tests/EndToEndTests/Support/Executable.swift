import Foundation

/// The server under test.
enum Executable {
  /// `MOVIE_SERVER` if it is set, otherwise the `movie-server` that was built with these tests.
  static func path() throws -> String {
    if let path = ProcessInfo.processInfo.environment["MOVIE_SERVER"], !path.isEmpty { return path }
    let image = try imagePath()
    // The test bundle is a file next to the product on Linux, and a folder tree next to it on macOS.
    var folder = URL(fileURLWithPath: image).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("movie-server").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    throw Failure("No movie-server next to \(image). Build it, or set MOVIE_SERVER.")
  }

  /// Set by `Tests/run --sanitize`. The thread sanitizer multiplies a server's memory and time.
  static let sanitizerOptions = "TSAN_OPTIONS"
  static let isSanitized = ProcessInfo.processInfo.environment[sanitizerOptions] != nil

  /// The file that contains this code.
  private static func imagePath() throws -> String {
    #if os(Linux)
      // On Linux the tests are an executable; dladdr would return its name as it was called, which may be relative.
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
        throw Failure("Cannot find the test bundle.")
      }
      return String(cString: name)
    #endif
  }
}

/// Why a test cannot continue.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
