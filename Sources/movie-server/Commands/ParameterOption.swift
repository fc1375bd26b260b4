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
      // Many languages have a decimal comma.
      let number = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
      guard let json = try? JSON.parse(number), let value = json.double, (minimum...maximum).contains(value)
      else { throw Arguments.notInRange(option.flag, "\(minimum)", "\(maximum)") }
      return json
    default:
      if !option.choices.isEmpty { try Arguments.require(text, of: option.flag, among: option.choices) }
      return .string(schema["format"] == "date" ? try day(text) : text)
    }
  }

  /// A day, or one from today back, or the first or the last day of a year or a month.
  private func day(_ text: String) throws(UsageError) -> String {
    let days = ["today": 0, "yesterday": -1][text] ?? Int(text)
    if let days, -36_500...0 ~= days { return CalendarDay.today(days) }
    let ends = ["from": ["", "-01-01", "-01"], "to": ["", "-12-31", "-31", "-30", "-29", "-28"]]
    if let day = (ends[member] ?? [""]).map({ text + $0 }).first(where: CalendarDay.isDay) { return day }
    let one = "{option} must be a day as YYYY-MM-DD, today, yesterday, or -2 for the day before"
    let period = "{option} must be a day as YYYY-MM-DD, a month or a year"
    throw UsageError(ends[member] == nil ? one : period, ["option": .string(option.flag)])
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
    // A switch only sets true.
    if schema["type"] == "boolean", let end = text.firstIndex(of: ";") { text = String(text[..<end]) }
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
