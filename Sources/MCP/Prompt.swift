import JSON
import JSONRPC

struct Prompt: Sendable {
  var name: String
  var title: String
  var summary: String
  var arguments: [Argument]
  /// The request to the model. It receives the given arguments, each on one line.
  var text: @Sendable ([String: String]) -> String

  typealias Argument = (name: String, summary: String, isRequired: Bool)

  private static let minutes: Argument = ("minutes", "The time that there is.", false)
  private static let mood: Argument = ("mood", "What it should be like.", false)

  static let all = [
    Prompt(
      name: "whats_next", title: "What to watch next", summary: "Chooses a film from the user's library.",
      arguments: [minutes, mood]
    ) { given in
      """
      Suggest three films from my library to watch next\(clause(given["mood"], "in the mood “", "”"))\
      \(clause(given["minutes"], "in at most ", " minutes")). Look at it with list_library first, and use get_movie to \
      compare. Say in one sentence each why, and where I can watch it if that is known.
      """
    },
    Prompt(
      name: "movie_night", title: "Movie night", summary: "Finds a film for several people.",
      arguments: [
        ("people", "Who watches, and what they like.", true),
        minutes, mood,
      ]
    ) { given in
      """
      Find a film for a movie night of: \(given["people"] ?? "")\(clause(given["mood"], "; the mood is “", "”"))\
      \(clause(given["minutes"], "; it may last ", " minutes")). Look at my library with list_library, and for others use \
      discover_movies or search_movies. Suggest three, each with a sentence on why it suits everybody, and ask which one \
      to keep.
      """
    },
    Prompt(
      name: "log_viewing", title: "Log a film", summary: "Records a film that the user has watched.",
      arguments: [
        ("film", "The title.", true),
        ("date", "The day; today if it is left out.", false),
        ("opinion", "A rating, or what the user thinks.", false),
      ]
    ) { given in
      """
      I have watched “\(given["film"] ?? "")”\(clause(given["date"], "on ", ""))\(clause(given["opinion"], "and think: ", "")). \
      Find it with search_movies; if several films may be meant, ask me which one. Then record it with log_viewing, \
      and tell me what you have recorded.
      """
    },
  ]

  private static func clause(_ value: String?, _ before: String, _ after: String) -> String {
    value.map { (before.hasPrefix(";") ? "" : " ") + before + $0 + after } ?? ""
  }

  var json: JSON {
    let arguments = self.arguments.map { name, summary, isRequired -> JSON in
      ["name": .string(name), "description": .string(summary), "required": .bool(isRequired)]
    }
    return [
      "name": .string(name), "title": .string(title), "description": .string(summary), "arguments": .array(arguments),
    ]
  }

  static func get(_ request: ContextRequest) throws(RPCError) -> [JSON.Member] {
    let name = try request.text("name")
    guard let prompt = all.first(where: { $0.name == name }) else {
      throw .invalidParams("Unknown prompt: \(SafeText.line(name, maximum: 80))", field: "name")
    }
    var given: [String: String] = [:]
    for member in try request.object("arguments") where !member.value.isNull {
      guard let text = member.value.string else {
        throw .invalidParams(
          "The argument \(SafeText.line(member.name, maximum: 60)) must be a string.", field: "arguments")
      }
      given[member.name] = SafeText.line(text, maximum: 2_000)
    }
    for argument in prompt.arguments where argument.isRequired && given[argument.name]?.isEmpty != false {
      throw .invalidParams("The argument \(argument.name) is missing.", field: "arguments")
    }
    let message: JSON = ["role": "user", "content": ["type": "text", "text": .string(prompt.text(given))]]
    return [JSON.Member("description", .string(prompt.summary)), JSON.Member("messages", [message])]
  }
}
