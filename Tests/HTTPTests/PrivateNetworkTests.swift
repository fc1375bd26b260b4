import Platform
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct PrivateNetworkTests {
  @Test(arguments: [
    "127.0.0.1", "127.255.255.255", "127.1", "0x7f.1", "2130706433", "017700000001", "0.0.0.0", "0", "10.0.0.1",
    "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8",
    "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::10.0.0.1", "2002:7f00:1::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "100::1",
    "localhost", "LOCALHOST", "a.localhost", "tmdb", "nas.local", "tmdb.internal", "a.home.arpa",
    "127.0.0.1.", "127.1.", "localhost.", "localhost.localdomain", "localhost.localdomain.", "nas.local.",
    "127.0.0.1..", "localhost..", "localhost4.localdomain4", "localhost6.localdomain6",
  ])
  func `this machine and private networks`(host: String) { #expect(PrivateNetwork.contains(host: host)) }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.0", "192.0.1.1",
    "192.169.0.0", "169.253.0.0", "223.255.255.255", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
    "2002:101:101::", "image.tmdb.org", "local.example", "home.example", "10.example", "127.0.0.1.example",
    "1.1.1.1.", "image.tmdb.org.",
  ])
  func `the public internet`(host: String) { #expect(!PrivateNetwork.contains(host: host)) }

  @Test(arguments: ["127.0.0.1", "localhost", "0", "127.1", "[::ffff:127.0.0.1]", "[::]"])
  func `a request that may not lead there does not even connect`(host: String) async throws {
    let server = try await Server()
    var request = server.request("/echo")
    request.url = request.url.replacing("127.0.0.1", with: host)
    request.allowsPrivateNetwork = false
    let error = await failure(CurlTransport.patient(), request)
    #expect(error?.reason == .malformed)
    #expect(try await server.seen().connections == 0)
  }

  @Test func `a connection of another request is not used for one that may not lead there`() async throws {
    let server = try await Server()
    let transport = CurlTransport.patient()
    var request = server.request("/echo")
    #expect(try await transport.response(to: request).status == 200)
    request.allowsPrivateNetwork = false
    #expect(await failure(transport, request)?.reason == .malformed)
    #expect(try await server.requests("/echo") == 1)
  }

  @Test func `percent-encoding is decoded where it is valid`() {
    for (text, decoded) in [
      ("a%20b", "a b"), ("%ec%98%ac", "올"), ("%", "%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("a+b", "a+b"),
      ("%+1", "%+1"),
    ] {
      #expect(PercentEncoding.decode(text) == decoded)
    }
  }
}
