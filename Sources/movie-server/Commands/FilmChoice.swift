import JSON
import MovieCore
import Platform

struct FilmChoice {
  let id: String
  /// The title with the year; nil if the film was named by its id.
  let name: String?

  struct NoneFound: Error {}

  init(id: String) { (self.id, name) = (id, nil) }

  init(_ movie: JSON) {
    id = movie["id"]?.string ?? ""
    name = Self.name(of: movie)
  }

  static func name(of movie: JSON) -> String {
    (movie["title"]?.string ?? "") + (movie["year"]?.int.map { " (\($0))" } ?? "")
  }
}

extension Command {
  /// The films that the operands name: ids, or words of the title of one film, which the method finds. Throws a usage
  /// error if several films have the title, after listing them on stderr.
  func films(foundBy method: String = "search") throws -> [FilmChoice] {
    guard !arguments.operands.allSatisfy({ MovieID($0) != nil }) else { return arguments.operands.map(FilmChoice.init) }
    let title = arguments.operands.joined(separator: " ")
    let result = try client.call(method, [("query", .string(title)), ("limit", 10)])
    let found = result["items"]?.array ?? []
    guard !found.isEmpty else { throw FilmChoice.NoneFound() }
    let exact = found.filter { movie in
      ["title", "originalTitle"].contains { movie[$0]?.string.map(TextFolding.fold) == TextFolding.fold(title) }
    }
    // A corrected query finds films that were perhaps not meant.
    let isSure = result["correctedQuery"] == nil
    for candidates in [exact, found] where candidates.count == 1 && isSure { return [FilmChoice(candidates[0])] }
    var table = MovieTable(CommandOutput(errors: output))
    for movie in found { table.add(movie) }
    table.finish()
    throw UsageError(message: "“\(title)” may be one of these films: name it by its id, at the end of the line")
  }

  func film() throws -> FilmChoice {
    let films = try films()
    guard films.count == 1 else { throw UsageError(message: "give one film only") }
    return films[0]
  }
}
