import Foundation
import Text

/// Writes films and judged queries, all text folded, for other engines, and prints the figures of this one as JSON.
@MainActor func export(_ files: FilmFiles, to folder: URL) throws {
  var films = ""
  for rank in files.titles.indices {
    let titles = [files.titles[rank], files.originalTitles[rank], files.koreanTitles[rank] ?? ""].map(TextFolding.fold)
    films +=
      titles[0]
      + titles.indices.dropFirst().filter { titles[$0] != titles[0] && !titles[$0].isEmpty }
      .map { "\t" + titles[$0] }.joined() + "\n"
  }
  try films.write(to: folder.appendingPathComponent("films.tsv"), atomically: false, encoding: .utf8)
  var figures = Figures(
    building: files.adding + files.building, megabytes: files.megabytes, memory: files.megabytes)
  var queries = ""
  var judged = JudgedQueries(files)
  for (name, kind) in judged.all() {
    for query in kind {
      let text = TextFolding.fold(query.text)
      let (result, milliseconds) = search(query.text, count: 10)
      let isFound = result.ranks.contains { files.titles[$0] == files.titles[query.film] }
      figures.times.append(milliseconds)
      figures.found += isFound ? 1 : 0
      if name.contains("error") {
        figures.errors[0] += isFound ? 1 : 0
        figures.errors[1] += 1
      }
      queries += "\(name)\t\(query.film)\t\(text)\n"
    }
  }
  try queries.write(to: folder.appendingPathComponent("queries.tsv"), atomically: false, encoding: .utf8)
  print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
}

/// The members that `engines.py` reads.
private struct Figures: Encodable {
  var times: [Double] = []
  var found = 0
  var errors = [0, 0]
  var building: Double
  var megabytes: Double
  /// The index, which is all that a search touches. The benchmark has the files in memory too.
  var memory: Double
}
