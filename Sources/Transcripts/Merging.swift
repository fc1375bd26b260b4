import JSON

/// What a line says that is written anew.
extension Update {
  /// What came, with what the pattern leaves open where it still holds, and without what varies where it does not.
  ///
  /// - Parameter varies: whether it is, or is in, what is another in each session.
  static func merged(
    _ pattern: JSON, _ value: JSON, _ comparison: inout Comparison, varies: Bool = false
  ) -> JSON {
    if comparison.matches(pattern, value) { return pattern }
    switch (pattern, value) {
    case (.object(let patterns), .object(let members)):
      let others = patterns.filter(Comparison.isOthers)
      return .object(
        members.compactMap { member in
          guard let pattern = patterns.last(where: { $0.name.isSame(as: member.name) }) else {
            return others.isEmpty ? opened(member, comparison, varies: varies) : nil
          }
          if comparison.ignores(member.name) { return pattern }
          let varies = varies || Transcript.volatileNames.contains(member.name)
          return JSON.Member(member.name, merged(pattern.value, member.value, &comparison, varies: varies))
        } + others)
    case (.array(let patterns), .array(let values)):
      return .array(
        values.enumerated().map { index, value in
          index < patterns.count
            ? merged(patterns[index], value, &comparison, varies: varies) : opened(value, comparison, varies: varies)
        })
    default:
      return opened(value, comparison, varies: varies)
    }
  }

  /// What came, without what varies.
  static func opened(_ value: JSON, _ comparison: Comparison, varies: Bool = false) -> JSON {
    if varies { return Comparison.wildcard }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let values): return .array(values.map { opened($0, comparison) })
    case .object(let members): return .object(members.map { opened($0, comparison, varies: false) })
    }
  }

  private static func opened(_ member: JSON.Member, _ comparison: Comparison, varies: Bool) -> JSON.Member {
    if comparison.ignores(member.name) { return member }
    let varies = varies || Transcript.volatileNames.contains(member.name)
    return JSON.Member(member.name, opened(member.value, comparison, varies: varies))
  }
}
