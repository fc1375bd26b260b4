extension JSONSchema {
  /// 0 to 10.
  public static let rating = number(from: 0, to: 10)

  /// 0.5 to 10 in steps of 0.5.
  public static let userRating = number(from: .number("0.5"), to: 10, step: .number("0.5"))
}

extension FieldVisitor {
  /// The mark of a result that comes from a cache because the catalog is unreachable.
  public mutating func stale(_ isStale: (Object) -> Bool) {
    optional("stale", .constant(true), "Present if the catalog is unreachable and this is an earlier response.") {
      isStale($0) ? true : nil
    }
  }
}
