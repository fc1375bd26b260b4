import Testing

@testable import Text

struct HTMLEntitiesTests {
  @Test(arguments: [
    ("Fast &amp; Furious", "Fast & Furious"),
    ("&quot;Heat&quot; &#8211; Mann", "\"Heat\" – Mann"),
    ("Am&eacute;lie &lt;3", "Amélie <3"),
    ("&pound;270,592,504", "£270,592,504"),
    ("&nbsp;&yuml;&ETH;&frac34;", "\u{A0}ÿÐ¾"),
    ("&#x27;&#X2019;&#39;", "'’'"),
    ("&#26469;&#128512;", "来😀"),
    ("&#150;&#x80;", "–€"),
    // Decoded only once.
    ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
    ("&amp;#26469;", "&#26469;"),
    // Not references.
    ("AT&T; R&D", "AT&T; R&D"), ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#+5;", "&#+5;"),
    ("&#-5;", "&#-5;"), ("&amp", "&amp"), ("&AMPER;", "&AMPER;"), ("&#12a;", "&#12a;"),
    ("&#99999999999999999999;", "&#99999999999999999999;"),
    // References to invalid characters.
    ("&#0;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"),
  ])
  func `references are decoded once`(text: String, decoded: String) {
    #expect(HTMLEntities.decode(text) == decoded)
  }

  @Test func `a text full of ampersands takes linear time`() {
    let text = String(repeating: "&amp", count: 20_000)
    #expect(HTMLEntities.decode(text) == text)
    #expect(HTMLEntities.decode(text + ";") == text.dropLast(3))
  }
}
