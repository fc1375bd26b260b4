import Foundation

/// Where the server that is tested lies.
enum Executable {
  /// `MOVIE_SERVER`, else the `movie-server` that was built together with these tests.
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
    throw Failure("There is no movie-server beside \(image). Build it, or name one with MOVIE_SERVER.")
  }

  /// Set by `Tests/run --sanitize`, for a server that is watched for races: it takes many times the memory and time.
  static let sanitizerOptions = "TSAN_OPTIONS"
  static let isSanitized = ProcessInfo.processInfo.environment[sanitizerOptions] != nil

  /// The file that this code was loaded from.
  private static func imagePath() throws -> String {
    #if os(Linux)
      // The tests are a program of their own; dladdr would give its name as it was called, perhaps relative.
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
        throw Failure("The test bundle cannot be found.")
      }
      return String(cString: name)
    #endif
  }
}

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
