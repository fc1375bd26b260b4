import Testing
import Text

struct WebAddressTests {
  @Test(arguments: [
    ("https://image.example/p.jpg", "image.example"), ("HTTP://Image.example", "Image.example"),
    ("https://image.example:8080?x#y", "image.example"), ("http://[::1]:80/x", "::1"), ("http://0x7f.1/", "0x7f.1"),
    ("https://ko.example/기생충", "ko.example"), ("https://기생충.example/", "기생충.example"),
  ])
  func `an address of the web is accepted`(url: String, host: String) { #expect(WebAddress(url)?.host == host) }

  @Test(arguments: [
    "", "h", "image.example", "//image.example", "ftp://image.example", "file:///etc/passwd", "javascript:alert(1)",
    "data:text/html,x", "-h", "https:/image.example", "https://", "https:///x", "http://user@image.example",
    "http://user:password@image.example/", "http://image.example:0/", "http://image.example:65536/",
    "http://image.example:/", "http://[::1/", "http://[x]/", "http://.example/", "http://a b/", "http://a/\u{1B}[2J",
    "http://a/\u{9B}2J", "http://a/\u{202E}gpj", "http://a/\u{2028}", "http://a/ ", " http://a/", "http://a/\"onclick=",
    "http://a/<script>", #"http://a\@b/"#, "http://a/`id`",
  ])
  func `no other text is`(url: String) { #expect(WebAddress(url) == nil) }

  @Test func `an address has at most 4,096 bytes`() {
    let base = "https://image.example/"
    #expect(WebAddress(base + String(repeating: "x", count: 4_096 - base.utf8.count)) != nil)
    #expect(WebAddress(base + String(repeating: "x", count: 4_097 - base.utf8.count)) == nil)
  }
}
