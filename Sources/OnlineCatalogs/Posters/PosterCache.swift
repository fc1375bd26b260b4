import OperatingSystem

/// Caches images in a folder. Beyond its limit, the least recently used ones are removed.
public final class PosterCache: Posters {
  private static let maximumPictureBytes = 16 << 20

  private static let headerBytes = 65_536

  private let folder: CacheFolder
  private let http: any HTTPTransport
  /// The hosts of services that replace the catalogs' own, by catalog name.
  private let serviceHosts: [String: String]
  private let transfers = SingleFlight<String, PosterFile>()
  /// An image is in memory until it is written, and has up to 16 MiB.
  private let downloads = AsyncLock(permits: 3)

  /// - Parameter baseURLs: addresses that replace the services' own, by catalog name.
  public init(folder: String, http: any HTTPTransport, limitBytes: Int = 256 << 20, baseURLs: [String: String] = [:]) {
    self.folder = CacheFolder(
      path: folder, limitBytes: limitBytes, suffixes: ImageHeader.Kind.allCases.map(\.fileExtension))
    self.http = http
    serviceHosts = baseURLs.compactMapValues { WebAddress($0)?.host.lowercased() }
  }

  /// The file of an image, which is downloaded if it is not in the folder, once for all callers. Throws
  /// `posterUnavailable` if there is no such image, `upstreamInvalidResponse` if it is none or too large, and
  /// `storageFailed`.
  public func file(of picture: Picture) async throws -> PosterFile {
    var file = try await transfers.value(for: picture.url) { [self] in
      if let file = find(picture.url) { return file }
      return try await fetch(picture)
    }
    if file.width == nil { file.width = picture.width }
    return file
  }

  /// The file of an image that is in the folder, marked as used.
  private func find(_ url: String) -> PosterFile? {
    for kind in ImageHeader.Kind.allCases {
      let name = CacheFolder.name(of: url, kind.fileExtension)
      guard let (bytes, size) = folder.read(name, atMost: Self.headerBytes, isUse: true),
        let header = ImageHeader(bytes), header.kind == kind
      else { continue }
      return PosterFile(path: "\(folder.path)/\(name)", width: header.size?.width, bytes: size, mimeType: kind.mimeType)
    }
    return nil
  }

  private func fetch(_ picture: Picture) async throws -> PosterFile {
    guard let address = WebAddress(picture.url) else {
      throw MovieError(.upstreamInvalidResponse, "The image’s address is not an HTTP URL.", catalog: picture.catalog)
    }
    let upstream = Upstream(catalog: picture.catalog, http: http)
    var request = HTTPRequest(service: "posters", url: picture.url)
    // Prefers the formats that every editor and terminal can show.
    request.headers = [HTTPRequest.Field("Accept", "image/jpeg,image/png,image/*;q=0.8")]
    request.maximumBytes = Self.maximumPictureBytes
    // Whether the user has set a private address for the image's catalog, or the image's own host.
    let host = serviceHosts[picture.catalog]
    request.allowsPrivateNetwork = host == address.host.lowercased() || host.map(PrivateNetwork.contains) == true
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
    return try write(picture, header, response.body)
  }

  private func write(_ picture: Picture, _ header: ImageHeader, _ bytes: [UInt8]) throws(MovieError) -> PosterFile {
    let name = CacheFolder.name(of: picture.url, header.kind.fileExtension)
    do {
      try folder.write(name, bytes)
    } catch {
      throw MovieError(
        .storageFailed, "The image could not be written to \(folder.path).", catalog: picture.catalog,
        detail: error.description)
    }
    return PosterFile(
      path: "\(folder.path)/\(name)", width: header.size?.width, bytes: bytes.count, mimeType: header.kind.mimeType)
  }
}
