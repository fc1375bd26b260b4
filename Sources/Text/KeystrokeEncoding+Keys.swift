extension KeystrokeEncoding {
  // The keys of consonants, in the order of Unicode's initials, and of the fourteen vowels that have one.

  private static let (g, gg, n, d, dd, r, m, b): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87)
  private static let (bb, s, ss, ng, j, jj, ch, k): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F)
  private static let (t, p, h): (UInt8, UInt8, UInt8) = (0x90, 0x91, 0x92)
  private static let (a, ae, ya, yae, eo, e, yeo): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99)
  private static let (ye, o, yo, u, yu, eu, i): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0)

  /// The keys of the 21 vowels, in Unicode's order.
  static let vowelKeys: [(UInt8, UInt8)] = [
    (a, 0), (ae, 0), (ya, 0), (yae, 0), (eo, 0), (e, 0), (yeo, 0), (ye, 0), (o, 0), (o, a), (o, ae), (o, i), (yo, 0),
    (u, 0), (u, eo), (u, e), (u, i), (yu, 0), (eu, 0), (eu, i), (i, 0),
  ]
  /// The keys of the 28 final consonants, in Unicode's order; the first is none.
  static let finalKeys: [(UInt8, UInt8)] = [
    (0, 0), (g, 0), (gg, 0), (g, s), (n, 0), (n, j), (n, h), (d, 0), (r, 0), (r, g), (r, m), (r, b), (r, s), (r, t),
    (r, p), (r, h), (m, 0), (b, 0), (b, s), (s, 0), (ss, 0), (ng, 0), (j, 0), (ch, 0), (k, 0), (t, 0), (p, 0), (h, 0),
  ]
  /// The keys of single consonants and vowels, U+3131 to U+3163.
  static let singleKeys: [(UInt8, UInt8)] =
    [
      (g, 0), (gg, 0), (g, s), (n, 0), (n, j), (n, h), (d, 0), (dd, 0), (r, 0), (r, g), (r, m), (r, b), (r, s), (r, t),
      (r, p), (r, h), (m, 0), (b, 0), (bb, 0), (b, s), (s, 0), (ss, 0), (ng, 0), (j, 0), (jj, 0), (ch, 0), (k, 0),
      (t, 0), (p, 0), (h, 0),
    ] + vowelKeys
}
