import Foundation
import HTTP
import JSON
import OperatingSystem
import TestSupport
import Testing

@testable import MovieCore
@testable import OnlineCatalogs

@Suite(.timeLimit(.minutes(20)))
struct PosterCacheTests {
  private let upstream: TMDBUpstream
  private let parent = TemporaryFolder()
  private let cache: PosterCache
  private var folder: String { parent.file("posters") }

  init() throws {
    upstream = try TMDBUpstream(.tmdb)
    cache = PosterCache(folder: parent.file("posters"), http: .patient(), baseURLs: ["tmdb": upstream.baseURL])
  }

  private func picture(_ number: Int, _ suffix: String = "jpg") -> Picture {
    let name = String(number, radix: 16)
    let path = "/t/p/w342/" + String(repeating: "0", count: 27 - name.count) + name + "." + suffix
    return Picture(url: upstream.baseURL.dropLast(2) + path, width: 342, catalog: "tmdb")
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

  /// Makes the upstream send a text instead of its images.
  private func send(_ text: String, _ type: String, match: String = "/t/p/") throws {
    try upstream.setFault(
      "status", ["status": 200, "body": .string(text), "content_type": .string(type)], match: match)
  }

  /// Bytes that begin as an image, of this size.
  private static func gif(_ bytes: Int) -> String { "GIF89a" + String(repeating: "\u{1}", count: bytes - 6) }

  @Test(arguments: [("jpg", "image/jpeg", 8), ("png", "image/png", 1)])
  func `an image becomes a file that only its owner can read`(suffix: String, type: String, width: Int) async throws {
    let file = try await cache.file(of: picture(7, suffix))
    #expect((file.mimeType, file.width) == (type, width))
    #expect(file.path.hasPrefix(folder + "/") && file.path.hasSuffix("." + suffix))
    #expect(try Data(contentsOf: URL(filePath: file.path)).count == file.bytes)
    #expect(try (permissions(folder), permissions(file.path)) == (0o700, 0o600))
    #expect(try names().count == 1)
  }

  @Test func `an image is downloaded once, even for another process`() async throws {
    let first = try await cache.file(of: picture(7))
    let other = PosterCache(folder: folder, http: .patient(), baseURLs: ["tmdb": upstream.baseURL])
    for cache in [cache, other, cache] {
      let file = try await cache.file(of: picture(7))
      #expect(
        (file.path, file.bytes, file.mimeType, file.width) == (first.path, first.bytes, first.mimeType, first.width))
    }
    #expect(try upstream.log().requests.count == 1)
  }

  @Test func `an image is not stored in the response cache too`() async throws {
    var http = HTTPClient.Configuration.patient
    http.cacheFolder = parent.file("responses")
    let cache = PosterCache(folder: folder, http: HTTPClient(http), baseURLs: ["tmdb": upstream.baseURL])
    let file = try await cache.file(of: picture(7))
    try FileManager.default.removeItem(atPath: file.path)
    upstream.stop()
    let failure = await failure { try await cache.file(of: picture(7)) }
    #expect(failure?.reason == .upstreamUnreachable)
  }

  @Test func `an image whose file was removed is downloaded again`() async throws {
    let first = try await cache.file(of: picture(7))
    try FileManager.default.removeItem(atPath: first.path)
    let second = try await cache.file(of: picture(7))
    #expect(FileManager.default.fileExists(atPath: second.path))
    try FileManager.default.removeItem(atPath: folder)
    #expect(FileManager.default.fileExists(atPath: try await cache.file(of: picture(7)).path))
  }

  @Test func `concurrent callers share one transfer`() async throws {
    try upstream.setFault("delay", ["ms": 50])
    let paths = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<40 { group.addTask { try await cache.file(of: picture(7)).path } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(paths.count == 1)
    #expect(try upstream.log().requests.count == 1)
  }

  @Test func `a caller that leaves does not stop the others`() async throws {
    try upstream.setFault("stall", ["at": "body"])
    let first = Task.immediate { try await cache.file(of: picture(7)) }
    let second = Task.immediate { try await cache.file(of: picture(7)) }
    try await upstream.wait(for: "/t/p/")
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    try upstream.clearFaults()
    #expect(try await second.value.bytes > 0)
    #expect(try upstream.log().requests.count == 1)
  }

  @Test func `the transfer ends when all callers have left, and can start again`() async throws {
    try upstream.setFault("stall")
    let tasks = (0..<3).map { _ in Task.immediate { try await cache.file(of: picture(7)) } }
    try await upstream.wait(for: "/t/p/")
    for task in tasks { task.cancel() }
    let again = Task.immediate { try await cache.file(of: picture(7)) }
    try await upstream.wait(for: "/t/p/", state: .gone)
    try upstream.clearFaults()
    #expect(try await again.value.bytes > 0)
    #expect(try names().count == 1)
  }

  @Test(
    arguments: [
      ("html", [:], FailureReason.upstreamInvalidResponse),
      ("html", ["content_type": "image/jpeg"], .upstreamInvalidResponse),
      ("garbage", [:], .upstreamInvalidResponse), ("cut", ["bytes": 20], .upstreamUnreachable),
      ("reset", ["at": "body"], .upstreamUnreachable), ("empty", [:], .upstreamUnreachable),
      ("endless", [:], .upstreamInvalidResponse), ("raw", [:], .upstreamInvalidResponse),
      ("redirect", ["to": "http://127.0.0.2:1/x.jpg"], .upstreamInvalidResponse),
      ("status", ["status": 503], .upstreamFailed),
      ("status", ["status": 404], .posterUnavailable),
      ("status", ["status": 200, "body": "empty", "content_type": "image/png"], .upstreamInvalidResponse),
    ] as [(String, JSON, FailureReason)])
  func `a response that is not an image becomes no file`(fault: String, parameters: JSON, reason: FailureReason)
    async throws
  {
    try upstream.setFault(fault, parameters)
    let error = await failure { try await cache.file(of: picture(7)) }
    #expect((error?.reason, error?.catalog) == (reason, "tmdb"))
    #expect((try? names()) ?? [] == [])
    try upstream.clearFaults()
    #expect(try await cache.file(of: picture(7)).bytes > 0)
  }

  @Test(arguments: [
    ("<svg/>", "image/svg+xml", false), ("<svg/>", "image/png", false), (gif(10), "image/svg+xml", true),
    (gif(10), "IMAGE/GIF; charset=utf-8", true), (gif(10), "image/gif", true), (gif(10), "image/jpeg", true),
    (gif(10), "text/html", false), (gif(9), "image/gif", false), ("GIF88a\u{1}\u{1}\u{1}\u{1}", "image/gif", false),
    ("%!PSftypavif", "image/avif", false), ("II*\0\u{8}\0\0\0", "image/tiff", false),
    ("8BPS\0\u{1}", "image/png", false),
  ])
  func `both the type and the first bytes must be an image's`(text: String, type: String, isPicture: Bool) async throws
  {
    try send(text, type)
    let file = try? await cache.file(of: picture(7))
    #expect((file != nil) == isPicture)
    if let file { #expect(file.mimeType == "image/gif") }
  }

  @Test func `an image of more than 16 million pixels is refused`() async throws {
    // 4,112 × 3,891 and 4,112 × 3,892 pixels.
    try send("GIF89a\u{10}\u{10}\u{33}\u{0F}", "image/gif")
    #expect(try await cache.file(of: picture(1)).width == 4_112)
    try upstream.clearFaults()
    try send("GIF89a\u{10}\u{10}\u{34}\u{0F}", "image/gif")
    let error = await failure { try await cache.file(of: picture(2)) }
    #expect(error?.reason == .upstreamInvalidResponse)
    #expect("\(String(describing: error))".contains("4112 × 3892 pixels"))
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "https:///x", "http://u:p@127.0.0.1/", "http://127.0.0.1:0/",
    "http://127.0.0.1:99999/x", "http://[127.0.0.1]/x", "http://?x", "http://:80/", "http://user:secret@127.0.0.1/x",
    "//x", "",
    "http://127.0.0.1/ x", "http://127.0.0.1\\@x/",
  ])
  func `only HTTP URLs are requested`(url: String) async throws {
    let error = await failure { try await cache.file(of: Picture(url: url, catalog: "tmdb")) }
    #expect(error?.reason == .upstreamInvalidResponse)
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test func `an image on a private network is not requested unless its catalog is there too`() async throws {
    for base in [[:], ["tmdb": "https://api.themoviedb.org/3"], ["omdb": upstream.baseURL]] {
      let cache = PosterCache(folder: folder, http: .patient(), baseURLs: base)
      for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0"] {
        var picture = picture(7)
        picture.url = picture.url.replacing("127.0.0.1", with: host)
        let error = await failure { try await cache.file(of: picture) }
        #expect(error?.reason == .upstreamInvalidResponse, "\(host)")
      }
    }
    #expect(try upstream.log().connections.accepted == 0)
    #expect(try await cache.file(of: picture(7)).bytes > 0)
  }

  @Test func `a symbolic link with the file's name is neither read nor written through`() async throws {
    let target = parent.file("target")
    try Data("GIF89a secret".utf8).write(to: URL(filePath: target))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(CacheFolder.name(of: picture(7).url, "jpg"))"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    let file = try await cache.file(of: picture(7))
    #expect(file.path == path && file.mimeType == "image/jpeg")
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("GIF89a secret".utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
  }

  @Test(arguments: [0, 1_000]) func `an empty file or a file of zeros, as after a power failure, does not count`(
    bytes: Int
  ) async throws {
    let file = try await cache.file(of: picture(7))
    try Data(count: bytes).write(to: URL(filePath: file.path))
    #expect(try await cache.file(of: picture(7)).bytes == file.bytes)
    #expect(try Data(contentsOf: URL(filePath: file.path)).count == file.bytes)
  }

  @Test func `an unwritable folder fails only the request`() async throws {
    try Data().write(to: URL(filePath: folder))
    #expect(await failure { try await cache.file(of: picture(7)) }?.reason == .storageFailed)
    try FileManager.default.removeItem(atPath: folder)
    #expect(try await cache.file(of: picture(7)).bytes > 0)
  }

  @Test func `the folder stays within its limit, even with two processes`() async throws {
    let limit = 100_000
    let caches = (0..<2).map { _ in
      PosterCache(
        folder: folder, http: .patient(),
        limitBytes: limit, baseURLs: ["tmdb": upstream.baseURL])
    }
    try send(Self.gif(4_000), "image/gif")
    for number in 0..<60 { _ = try await caches[number % 2].file(of: picture(number)) }
    let events = Observed(0)
    let watch = try #require(FolderWatch(directory: folder) { events.change { $0 += 1 } })
    defer { watch.stop() }
    func size() throws -> Int { try names().count * 4_000 }
    while try size() > limit {
      let seen = events.value
      if try size() > limit { try await events.wait { $0 > seen } }
    }
    #expect(try size() > limit / 2)
  }
}
