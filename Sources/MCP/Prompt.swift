/// The prompts of Prompts.json, which a user chooses from a menu. In their texts, a clause in brackets is left out unless the
/// argument that it names in braces is given.
enum Prompt {
  private static let all = (try? JSON.parse(PackageResources.Prompts_json))?.array ?? []

  static var list: JSON { .array(all.map { .object($0.members(without: ["text"])) }) }

  static func get(_ request: ContextRequest) throws(RPCError) -> [JSON.Member] {
    let name = try request.text("name")
    guard let prompt = all.first(where: { $0["name"]?.string == name }) else {
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
    for argument in prompt.list("arguments") where argument["required"] == true {
      let name = argument["name"]?.string ?? ""
      if given[name]?.isEmpty != false { throw .invalidParams("The argument \(name) is missing.", field: "arguments") }
    }
    let text = JSON.string(expanded(prompt["text"]?.string ?? "", given))
    let message: JSON = ["role": "user", "content": ["type": "text", "text": text]]
    return [JSON.Member("description", prompt["description"] ?? ""), JSON.Member("messages", [message])]
  }

  private static func expanded(_ template: String, _ given: [String: String]) -> String {
    // Every other part is one in brackets, and every other piece of a part the name of an argument.
    let parts = template.split(omittingEmptySubsequences: false) { "[]".contains($0) }
    return parts.enumerated().map { index, part in
      let pieces = part.split(omittingEmptySubsequences: false) { "{}".contains($0) }.map(String.init)
      let values = pieces.enumerated().map { $0 % 2 == 0 ? $1 : given[$1] }
      return index % 2 == 1 && values.contains(nil) ? "" : values.map { $0 ?? "" }.joined()
    }.joined()
  }
}
