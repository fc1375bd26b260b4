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
  /// The hosts of services that replace the catalogs' own, by catalog name.
  private let serviceHosts: [String: String]
  private let transfers = SingleFlight<String, PosterFile>()
  /// An image is in memory until it is written, and has up to 16 MiB.
  private let downloads = AsyncLock(permits: 3)
  private let cleaning = Mutex(Cleaning())

  /// - Parameters:
  ///   - folder: created when the first image is written, readable by its owner only.
  ///   - limitBytes: the maximum total size of the files.
  ///   - baseURLs: addresses that replace the services' own, by catalog name.
  public init(
    folder: String, http: any HTTPTransport, limitBytes: Int = 256 << 20, baseURLs: [String: String] = [:]
  ) {
    self.folder = PosterFolder(path: folder)
    self.http = http
    self.limitBytes = limitBytes
    serviceHosts = baseURLs.compactMapValues { WebAddress($0)?.host.lowercased() }
  }

  /// The file of an image, which is downloaded if it is not in the folder. Concurrent callers share the download.
  ///
  /// - Throws: `posterUnavailable` if the catalog has no such image, `upstreamInvalidResponse` if the response is not an
  ///   image or one with too many pixels, `storageFailed`, and the errors of catalogs.
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
    guard let address = WebAddress(picture.url) else {
      throw MovieError(
        .upstreamInvalidResponse, "The image’s address is not an HTTP URL.", catalog: picture.catalog)
    }
    let upstream = Upstream(catalog: picture.catalog, http: http)
    var request = HTTPRequest(service: "posters", url: picture.url)
    // Prefers the formats that every editor and terminal can show.
    request.headers = [HTTPRequest.Field("Accept", "image/jpeg,image/png,image/*;q=0.8")]
    request.maximumBytes = Self.maximumPictureBytes
    request.allowsPrivateNetwork = mayBeLocal(address, of: picture.catalog)
    // The image is stored here, so that the response cache need not store it too.
    request.isCacheable = false
    try await downloads.lock()
    defer { downloads.unlock() }
    let response = try await upstream.response(to: request)
    guard response.isSuccess else {
      var error = upstream.failure(of: response)
      if error.reason == .movieNotFound {
        error.reason = .posterUnavailable
        error.message = "The catalog \(picture.catalog) has no such image."
      }
      throw error
    }
    let type = response["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
    guard type.hasPrefix("image/"), let header = ImageHeader(response.body), let size = header.size else {
      throw upstream.invalidResponse("the response is not an image", status: response.status)
    }
    guard size.isDisplayable else {
      throw upstream.invalidResponse(
        "the image has \(size.width) × \(size.height) pixels, too many", status: response.status)
    }
    let file = try write(name, header, response.body, catalog: picture.catalog)
    cleanIfDue(writtenBytes: file.bytes)
    return file
  }

  /// Whether an image may be on a private network: the user has set an address for the catalog that is there too, or is
  /// the image's own host.
  private func mayBeLocal(_ address: WebAddress, of catalog: String) -> Bool {
    guard let host = serviceHosts[catalog] else { return false }
    return host == address.host.lowercased() || PrivateNetwork.contains(host: host)
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
