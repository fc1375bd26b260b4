/// An option of a command that sets a member of a method's params. Its name, bounds, choices, default and help follow
/// from the declaration of the parameter.
struct ParameterOption: Sendable {
  let member: String
  let option: Option
  private let schema: JSON
  /// Whether `none` on the command line is null, which removes what is there.
  private let isNullable: Bool

  init(_ parameter: JSONSchema.Property) {
    member = parameter.name
    let alternatives = parameter.schema.json["anyOf"]?.array
    schema = alternatives?.first ?? parameter.schema.json
    isNullable = alternatives != nil
    option = Option(
      flag: Self.flag(member, schema), placeholder: Self.placeholder(schema),
      help: Self.help(parameter.summary, schema), choices: Self.choices(schema))
  }

  func value(in arguments: Arguments) throws(UsageError) -> JSON? {
    guard let text = arguments[option.flag] else { return nil }
    if isNullable, text == "none" { return .null }
    switch schema["type"]?.string {
    case "array":
      return .array(arguments.options.filter { $0.flag == option.flag }.map { .string($0.value) })
    case "boolean":
      return true
    case "integer":
      let range = (schema["minimum"]?.int ?? .min)...(schema["maximum"]?.int ?? .max)
      return .integer(try Arguments.number(text, of: option.flag, range))
    case "number":
      let (minimum, maximum) = (schema["minimum"]?.double ?? -.infinity, schema["maximum"]?.double ?? .infinity)
      guard let json = try? JSON.parse(Array(text.utf8)), let value = json.double, (minimum...maximum).contains(value)
      else { throw Arguments.notInRange(option.flag, "\(minimum)", "\(maximum)") }
      return json
    default:
      if !option.choices.isEmpty { try Arguments.require(text, of: option.flag, among: option.choices) }
      return .string(["from", "to"].contains(member) ? Self.day(text, isLast: member == "to") : text)
    }
  }

  /// The first or the last day of a year or a month. Another text as it is.
  private static func day(_ text: String, isLast: Bool) -> String {
    let ends = isLast ? ["-12-31", "-31", "-30", "-29", "-28"] : ["-01-01", "-01"]
    return ends.map { text + $0 }.first(where: CalendarDay.isDay) ?? text
  }

  /// `yearFrom` is `--year-from`. The array `genres` is `--genre`, which can be repeated.
  private static func flag(_ member: String, _ schema: JSON) -> String {
    let name = schema["type"] == "array" && member.hasSuffix("s") ? member.dropLast() : member[...]
    return "--" + name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }

  private static func placeholder(_ schema: JSON) -> String? {
    switch schema["type"]?.string {
    case "boolean": nil
    case "integer": schema["minimum"]?.int == Movie.years.lowerBound ? "YEAR" : "N"
    case "number": "N"
    case "array": "NAME"
    default: schema["enum"] != nil ? "KEY" : schema["format"] == "date" ? "DAY" : "TEXT"
    }
  }

  private static func choices(_ schema: JSON) -> [String] { schema.list("enum").compactMap(\.string) }

  /// The sentence about the parameter in the form of the help: no capital, no full stop, the default in parentheses.
  private static func help(_ summary: String, _ schema: JSON) -> String {
    var text = summary.prefix(1).lowercased() + summary.dropFirst().filter { $0 != "`" }
    // On the command line null is “none”, and an empty value is an error.
    for null in ["null or an empty text", "null"] {
      if let range = text.firstRange(of: null) { text.replaceSubrange(range, with: "none") }
    }
    if text.hasSuffix(".") { text.removeLast() }
    let choices = choices(schema)
    if let last = choices.last {
      // The choices say more than “the sort key”.
      let rest = text.split(separator: ";", maxSplits: 1).dropFirst().map { ";" + $0 }.joined()
      text = choices.dropLast().joined(separator: ", ") + " or " + last + rest
    }
    if schema["type"] == "array" { text += "; may be repeated" }
    return text + (schema["default"].map { " (\($0.jsonText))" } ?? "")
  }
}
