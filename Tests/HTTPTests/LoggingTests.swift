import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct LoggingTests {
  private let lines = Observed<[String]>([])

  private func client(cacheFolder: String? = nil) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFolder = cacheFolder
    configuration.log = { [lines] line in lines.change { $0.append(line) } }
    return HTTPClient(configuration)
  }

  @Test func `each attempt and the response are logged, with status, bytes and time`() async throws {
    let server = try await Server()
    _ = try await client().response(to: server.request("/fail", ["times": "1", "status": "503"]))
    let target = "test GET \(server.base)/fail?times=1&status=503: "
    #expect(lines.value.count == 3)
    #expect(lines.value[0].hasPrefix(target + "transfer, attempt 1: status 503, 15 bytes, "), "\(lines.value)")
    #expect(lines.value[1].hasPrefix(target + "transfer, attempt 2: status 200, 16 bytes, "))
    #expect(lines.value[2].hasPrefix(target + "response after 2 transfers: status 200, 16 bytes, "))
    #expect(lines.value.allSatisfy { $0.hasSuffix(" ms") })
  }

  @Test func `a response from the cache is logged as one`() async throws {
    let (server, folder) = (try await Server(), TemporaryFolder())
    let client = client(cacheFolder: folder.file("http"))
    let request = server.request("/answer", ["h": "Cache-Control:max-age=60"])
    _ = try await client.response(to: request)
    _ = try await client.response(to: request)
    #expect(lines.value.count == 3)
    #expect(lines.value.last?.contains(": response from the cache: status 200, 2 bytes, ") == true, "\(lines.value)")
  }

  @Test func `a failure is logged with its reason`() async throws {
    let server = try await Server()
    var request = server.request("/stall")
    request.deadline = .seconds(1)
    #expect(await failure(client(), request)?.reason == .timeout)
    #expect(lines.value.last?.contains("response after 1 transfer: timeout (") == true, "\(lines.value)")
  }

  @Test(arguments: [
    ("https://a.example/b?c=d", "https://a.example/b?c=d"),
    ("https://user:pa55word@a.example/b@c", "https://a.example/b@c"),
    ("https://a.example/?api_key=s3cret&x=1&Session_ID=s3cret", "https://a.example/?api_key=…&x=1&Session_ID=…"),
    ("https://a.example/\r\n영", "https://a.example/%0D%0A%EC%98%81"),
  ])
  func `a logged URL contains neither secrets nor control characters`(url: String, text: String) {
    #expect(LoggedURL.text(url) == text)
  }

  @Test func `secrets of a request are not logged`() async throws {
    let server = try await Server()
    var request = server.request("/echo")
    request.secrets.query = [.init("api_key", "s3cret-key")]
    request.secrets.headers = [.init("Authorization", "Bearer s3cret-token")]
    _ = try await client().response(to: request)
    #expect(lines.value.count == 2)
    #expect(!lines.value.joined().contains("s3cret"))
  }
}
