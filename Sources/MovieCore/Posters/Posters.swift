/// A disk cache of images, which fetches each image when it is first requested.
public protocol Posters: Sendable {
  /// The image's file. Concurrent requests for the same image share one transfer.
  func file(of picture: Picture) async throws -> PosterFile
}

/// An image of a catalog.
public struct Picture: Hashable, Sendable {
  /// The URL of the image file, `http` or `https`.
  public var url: String
  /// The width in pixels; nil if the URL does not determine it.
  public var width: Int?
  /// The name of the catalog that it belongs to.
  public var catalog: String

  /// - Parameter width: in pixels; nil if the URL does not determine it.
  public init(url: String, width: Int? = nil, catalog: String) {
    (self.url, self.width, self.catalog) = (url, width, catalog)
  }
}

/// A complete image file in the cache. It exists until the cache needs its space for others.
public struct PosterFile: JSONObject, Sendable {
  /// An absolute path inside the cache's folder.
  public var path: String
  /// The width in pixels; nil if unknown.
  public var width: Int?
  /// The file's size in bytes.
  public var bytes: Int
  /// The MIME type, such as `image/jpeg`, determined from the file's first bytes.
  public var mimeType: String

  /// - Parameter path: absolute.
  public init(path: String, width: Int? = nil, bytes: Int, mimeType: String) {
    (self.path, self.width, self.bytes, self.mimeType) = (path, width, bytes, mimeType)
  }

  public static var schema: JSONSchema { shared("Poster", "An image in a file.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("path", .string, "The absolute path of the file in the cache folder.") { $0.path }
    field.optional("width", .integer(in: 1...Int.max), "The width in pixels, if known.") { $0.width }
    field.required("bytes", .count, "The size of the file in bytes.") { $0.bytes }
    field.required("mimeType", .string, "The MIME type, such as `image/jpeg`.") { $0.mimeType }
  }
}
