import Foundation
import SearchIndex
import Text

// Builds the search index of IMDb's files and prints, as tables in Markdown, how long that and its searches take, and how
// often the film that a query means is found. The argument is the folder of the files. With a second folder, it writes
// films and queries for other engines there (engines.py).

guard (2...3).contains(CommandLine.arguments.count) else {
  print("usage: search-benchmark FOLDER [EXPORT]")
  exit(2)
}
let files = try FilmFiles(folder: CommandLine.arguments[1])

func search(_ text: String, count: Int = 20) -> (result: FilmSearch.Result, milliseconds: Double) {
  let start = processorTime()
  let result = files.search.search(Array(TextFolding.fold(text).utf8), count: count)
  return (result, (processorTime() - start) * 1e3)
}

if CommandLine.arguments.count == 3 {
  try export(files, to: URL(fileURLWithPath: CommandLine.arguments[2]))
  exit(0)
}
let verifying = processorTime()
try files.image.verify()
print(
  String(
    format: "%d films: added in %.2f s, built in %.2f s, %.1f MB, checked in %.1f ms\n", files.titles.count,
    files.adding, files.building, files.megabytes, (processorTime() - verifying) * 1e3))

func row(_ name: String, _ times: [Double], _ judged: String) {
  let sorted = times.sorted()
  func percentile(_ part: Double) -> String {
    sorted.isEmpty ? "–" : String(format: "%.3f", sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
  }
  let figures = [0.5, 0.99, 0.999, 1].map(percentile).joined(separator: " | ")
  print("| \(name) | \(times.count) | \(judged) | \(figures) |")
}

print("| queries | number | first · in the first 10 | p50 ms | p99 | p99.9 | max |\n|---|---|---|---|---|---|---|")
var all: [Double] = []
var judged = JudgedQueries(files)
for (name, queries) in judged.all() {
  var (times, first, found) = ([Double](), 0, 0)
  for query in queries {
    let (result, milliseconds) = search(query.text, count: 10)
    times.append(milliseconds)
    // Another film of that name is as good.
    let isMeant = { (rank: Int) in rank == query.film || files.titles[rank] == files.titles[query.film] }
    if result.ranks.first.map(isMeant) == true { first += 1 }
    if result.ranks.contains(where: isMeant) { found += 1 }
  }
  all += times
  row(name, times, "\(first) · \(found)")
}
row("all of these", all, "")
var strokes: [Double] = []
for film in stride(from: 0, to: files.titles.count, by: max(1, files.titles.count / 600)) {
  for length in 1...max(1, files.titles[film].count) {
    strokes.append(search(String(files.titles[film].prefix(length))).milliseconds)
  }
}
row("titles of all films, key by key", strokes, "")
row("one letter", "abcdefghijklmnopqrstuvwxyz0123456789가ㄱ千".map { search(String($0)).milliseconds }, "")
