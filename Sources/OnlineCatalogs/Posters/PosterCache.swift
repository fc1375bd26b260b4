import Concurrency
import HTTP
import MovieCore
import OperatingSystem
import Platform

/// Caches images in a folder on disk, which several processes may share. When the folder exceeds its limit, the least
/// recently used images are removed.
public final class PosterCache: Posters {
  /// The maximum size of an image, in bytes.
  private static let maximumPictureBytes = 16 << 20

  private struct Cleaning {
    /// The bytes that this process has written since it last cleaned; nil if it never has. A short-lived process writes
    /// little, so each process cleans when it first writes.
    var writtenBytes: Int?
    var isRunning = false
  }

  private let folder: PosterFolder
  private let http: any HTTPTransport
  private let limitBytes: Int
  private let transfers = SingleFlight<String, PosterFile>()
  private let cleaning = Mutex(Cleaning())

  /// - Parameters:
  ///   - folder: created when the first image is written, readable by its owner only.
  ///   - limitBytes: the maximum total size of the files.
  public init(folder: String, http: any HTTPTransport, limitBytes: Int = 256 << 20) {
    self.folder = PosterFolder(path: folder)
    self.http = http
    self.limitBytes = limitBytes
  }

  /// The file of an image, which is downloaded if it is not in the folder. Concurrent callers share the download.
  ///
  /// - Throws: `movieNotFound` if the catalog has no such image, `upstreamInvalidResponse` if the response is not an
  ///   image, `storageFailed`, and the errors of catalogs.
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
        .upstreamInvalidResponse, "The image’s address is not an HTTP URL.", catalog: picture.catalog)
    }
    let upstream = Upstream(catalog: picture.catalog, http: http)
    var request = HTTPRequest(service: "posters", url: picture.url)
    // Prefers the formats that every editor and terminal can show.
    request.headers = [HTTPRequest.Field("Accept", "image/jpeg,image/png,image/*;q=0.8")]
    request.maximumBytes = Self.maximumPictureBytes
    // The image is stored here, so that the response cache need not store it too.
    request.isCacheable = false
    let response = try await upstream.response(to: request)
    guard response.isSuccess else {
      var error = upstream.failure(of: response)
      if error.reason == .movieNotFound { error.message = "The catalog \(picture.catalog) has no such image." }
      throw error
    }
    let type = response["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
    guard type.hasPrefix("image/"), let header = ImageHeader(response.body, isSVG: type == "image/svg+xml") else {
      throw upstream.invalidResponse("the response is not an image", status: response.status)
    }
    let file = try write(name, header, response.body, catalog: picture.catalog)
    cleanIfDue(writtenBytes: file.bytes)
    return file
  }

  private func write(
    _ name: String, _ header: ImageHeader, _ bytes: [UInt8], catalog: String
  ) throws(MovieError) -> PosterFile {
    do {
      return try folder.add(name, header, bytes)
    } catch {
      throw MovieError(
        .storageFailed, "The image could not be written to \(folder.path).", catalog: catalog,
        detail: error.description)
    }
  }

  /// Whether the URL is an HTTP or HTTPS URL without user information, which does not belong in the URL of an image.
  private static func isWebAddress(_ url: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix) else { return false }
    let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return !authority.isEmpty && !authority.contains("@")
      && url.utf8.allSatisfy { $0.isASCIIGraphic && $0 != UInt8(ascii: "\\") }
  }

  /// Cleans on a separate thread, so that nobody waits for it. It cleans down to a tenth below the limit, which leaves
  /// room for what this and other processes write until they clean again.
  private func cleanIfDue(writtenBytes: Int) {
    let isDue = cleaning.withLock { cleaning in
      cleaning.writtenBytes = cleaning.writtenBytes.map { $0 + writtenBytes }
      guard !cleaning.isRunning, mustClean(cleaning) else { return false }
      cleaning = Cleaning(writtenBytes: 0, isRunning: true)
      return true
    }
    guard isDue else { return }
    do throws(ThreadError) {
      try startThread { [self] in clean() }
    } catch {
      // The next image tries again.
      cleaning.withLock { $0 = Cleaning() }
    }
  }

  private func clean() {
    var isDue = true
    while isDue {
      folder.clean(downTo: limitBytes - limitBytes / 10)
      isDue = cleaning.withLock { cleaning in
        cleaning =
          mustClean(cleaning)
          ? Cleaning(writtenBytes: 0, isRunning: true) : Cleaning(writtenBytes: cleaning.writtenBytes)
        return cleaning.isRunning
      }
    }
  }

  private func mustClean(_ cleaning: Cleaning) -> Bool { cleaning.writtenBytes.map { $0 > limitBytes / 20 } ?? true }
}
