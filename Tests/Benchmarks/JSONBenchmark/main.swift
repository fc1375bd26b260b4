import JSON
import LocalCatalog
import MovieCore

// Prints the microseconds that the codec takes for a page of 20 movies. With an argument it prints the page instead, so
// that other codecs can be measured with the same data.

/// Returns the time of the fastest of many runs, to exclude the load of the rest of the machine.
func microseconds(_ work: () throws -> Int) rethrows -> Double {
  let clock = ContinuousClock()
  var best = Duration.seconds(1)
  var total = 0
  for _ in 0..<200 {
    let start = clock.now
    for _ in 0..<10 { total += try work() }
    best = min(best, (clock.now - start) / 10)
  }
  // Uses the result, so that the optimizer cannot remove the work.
  precondition(total > 0)
  return best / .microseconds(1)
}

let page = try await LocalCatalog.builtin.batch(of: .section("popular", language: nil), at: 0, count: 20).movies

func encoded() -> [UInt8] {
  var writer = JSONWriter()
  writer.array(page)
  return writer.bytes
}

let bytes = encoded()
if CommandLine.arguments.count > 1 {
  print(String(decoding: bytes, as: UTF8.self))
} else {
  let encode = microseconds { encoded().count }
  let decode = try microseconds { try JSON.parse(bytes).array?.count ?? 0 }
  let movies = try microseconds {
    try (JSON.parse(bytes).array ?? []).map { try Movie(json: $0, path: "movie") }.count
  }
  print(encode, decode, movies)
}
