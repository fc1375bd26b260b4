import Concurrency
import HTTP
import MovieCore
import OperatingSystem

/// Pictures in a folder on this machine's disk, shared by all processes that use it. The folder keeps to a size: what
/// was used least recently goes first.
public final class PosterCache: Posters {
  /// The longest picture taken.
  public static let maximumPictureBytes = 16 << 20

  private struct Cleaning {
    /// Bytes that this process has written since it last cleaned; nil before it ever did. Processes that end soon write
    /// little, so each begins with a cleaning when it first writes.
    var written: Int?
    var isRunning = false
  }

  private let folder: PosterFolder
  private let http: any HTTPTransport
  private let limitBytes: Int
  private let transfers = SingleFlight<String, PosterFile>()
  private let cleaning = Mutex(Cleaning())

  /// - Parameters:
  ///   - folder: made, for its owner only, when the first picture is written.
  ///   - limitBytes: what the files may take together.
  public init(folder: String, http: any HTTPTransport, limitBytes: Int = 256 << 20) {
    self.folder = PosterFolder(path: folder)
    self.http = http
    self.limitBytes = limitBytes
  }

  /// - Throws: `movieNotFound` where the catalog has no such picture, `upstreamInvalidResponse` for what is no picture,
  ///   `storageFailed`, and as catalogs fail.
  public func file(of picture: Picture) async throws -> PosterFile {
    let name = PosterFolder.name(of: picture.url)
    var file = try await transfers.value(for: name) { [self] in
      if let file = folder.find(name) { return file }
      return try await fetch(picture, name)
    }
    if file.width == nil { file.width = picture.width }
    return file
  }

  private func fetch(_ picture: Picture, _ name: String) async throws -> PosterFile {
    guard Self.isWebAddress(picture.url) else {
      throw MovieError(
        .upstreamInvalidResponse, "The picture's address is none of the web.", catalog: picture.catalog)
    }
    let upstream = Upstream(catalog: picture.catalog, http: http)
    var request = HTTPRequest(service: "posters", url: picture.url)
    // What every editor and terminal can show first.
    request.headers = [HTTPRequest.Field("Accept", "image/jpeg,image/png,image/*;q=0.8")]
    request.maximumBytes = Self.maximumPictureBytes
    // It is kept here, and nowhere a second time.
    request.isCacheable = false
    let response = try await upstream.response(to: request)
    guard response.isSuccess else {
      var error = upstream.failure(of: response)
      if error.reason == .movieNotFound { error.message = "The catalog \(picture.catalog) has no such picture." }
      throw error
    }
    let type = response["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
    guard type.hasPrefix("image/"), let header = ImageHeader(response.body, isSVG: type == "image/svg+xml") else {
      throw upstream.invalidResponse("what came is no picture", status: response.status)
    }
    let file = try write(name, header, response.body, catalog: picture.catalog)
    cleanIfDue(written: file.bytes)
    return file
  }

  private func write(
    _ name: String, _ header: ImageHeader, _ bytes: [UInt8], catalog: String
  ) throws(MovieError) -> PosterFile {
    do {
      return try folder.add(name, header, bytes)
    } catch {
      throw MovieError(
        .storageFailed, "The picture could not be written into \(folder.path).", catalog: catalog,
        detail: error.description)
    }
  }

  /// `http` or `https`, and no user information, which is no part of a picture's address.
  private static func isWebAddress(_ url: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix) else { return false }
    let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return !authority.isEmpty && !authority.contains("@")
      && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }

  /// Cleans on a thread of its own: nobody waits for it. What is left is a tenth below the limit, for what this
  /// process and another write before they clean again.
  private func cleanIfDue(written: Int) {
    let isDue = cleaning.withLock { cleaning in
      cleaning.written = cleaning.written.map { $0 + written }
      guard !cleaning.isRunning, mustClean(cleaning) else { return false }
      cleaning = Cleaning(written: 0, isRunning: true)
      return true
    }
    guard isDue else { return }
    startThread { [self] in
      var isDue = true
      while isDue {
        folder.clean(downTo: limitBytes - limitBytes / 10)
        isDue = cleaning.withLock { cleaning in
          cleaning = mustClean(cleaning) ? Cleaning(written: 0, isRunning: true) : Cleaning(written: cleaning.written)
          return cleaning.isRunning
        }
      }
    }
  }

  private func mustClean(_ cleaning: Cleaning) -> Bool { cleaning.written.map { $0 > limitBytes / 20 } ?? true }
}
