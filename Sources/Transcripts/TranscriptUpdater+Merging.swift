import JSON
import Redaction

extension TranscriptUpdater {
  /// Returns the pattern with the parts replaced that the value does not match any longer.
  ///
  /// - Parameters:
  ///   - redacted: the value without its secrets, which is what is written.
  ///   - varies: whether the value is, or is inside, one that differs in each session.
  static func merged(
    _ pattern: JSON, _ value: JSON, _ redacted: JSON, _ matcher: inout Matcher, varies: Bool = false
  ) -> JSON {
    if matcher.matches(pattern, value) { return pattern }
    switch (pattern, value, redacted) {
    case (.object(let patterns), .object(let members), .object(let redacted)):
      let others = patterns.filter(Matcher.allowsOthers)
      return .object(
        zip(members, redacted).compactMap { member, redacted in
          guard let pattern = patterns.last(where: { $0.name.isSame(as: member.name) }) else {
            return others.isEmpty ? opened(redacted, matcher, varies: varies) : nil
          }
          if matcher.ignores(member.name) { return pattern }
          let varies = varies || Transcript.volatileNames.contains(member.name)
          return JSON.Member(
            member.name, merged(pattern.value, member.value, redacted.value, &matcher, varies: varies))
        } + others)
    case (.array(let patterns), .array(let values), .array(let redacted)):
      return .array(
        values.indices.map { index in
          index < patterns.count
            ? merged(patterns[index], values[index], redacted[index], &matcher, varies: varies)
            : opened(redacted[index], matcher, varies: varies)
        })
    default:
      return opened(redacted, matcher, varies: varies)
    }
  }

  /// Returns a value with wildcards in place of what differs in each session.
  static func opened(_ value: JSON, _ matcher: Matcher, varies: Bool = false) -> JSON {
    if varies { return Placeholder.wildcard }
    switch value {
    case .null, .bool, .number, .string, .illFormedString: return value
    case .array(let values): return .array(values.map { opened($0, matcher) })
    case .object(let members): return .object(members.map { opened($0, matcher, varies: false) })
    }
  }

  private static func opened(_ member: JSON.Member, _ matcher: Matcher, varies: Bool) -> JSON.Member {
    if matcher.ignores(member.name) { return member }
    let varies = varies || Transcript.volatileNames.contains(member.name)
    return JSON.Member(member.name, opened(member.value, matcher, varies: varies))
  }
}
