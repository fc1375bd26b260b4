/// Pictures on this machine's disk, fetched when they are first asked for.
public protocol Posters: Sendable {
  /// The file of a picture. Two who ask for the same wait for one transfer.
  func file(of picture: Picture) async throws -> PosterFile
}

/// A picture at a catalog.
public struct Picture: Hashable, Sendable {
  /// `http` or `https`.
  public var url: String
  /// In pixels, where the address tells.
  public var width: Int?
  /// The catalog that it belongs to.
  public var catalog: String

  public init(url: String, width: Int? = nil, catalog: String) {
    self.url = url
    self.width = width
    self.catalog = catalog
  }
}

/// A picture's file on this machine's disk: whole, and there until room is made for others.
public struct PosterFile: Sendable {
  /// Absolute, below the cache's folder.
  public var path: String
  /// In pixels, where it is known.
  public var width: Int?
  /// The file's size.
  public var bytes: Int
  /// By what the file begins with, such as `image/jpeg`.
  public var mimeType: String

  public init(path: String, width: Int? = nil, bytes: Int, mimeType: String) {
    self.path = path
    self.width = width
    self.bytes = bytes
    self.mimeType = mimeType
  }
}
