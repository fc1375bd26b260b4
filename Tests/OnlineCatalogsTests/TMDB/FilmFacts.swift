import JSON
import Testing

/// What TMDB would send about a film, and what clients in six countries are to get of it.
///
/// Each film is seven lines of `films`. The bodies have the crew, the releases and the services in the opposite order of
/// the results.
struct FilmFacts: CustomTestStringConvertible, Sendable {
  struct Local: Sendable {
    var date: String
    var certification: String?
  }

  let number: Int
  let title: String
  /// The date in the catalog.
  let date: String
  /// Country, kind, day, certification.
  private let releases: [[String]]
  /// By country: the day and the certification that clients get.
  let locals: [String: Local]
  /// Job, department, name.
  private let crew: [[String]]
  /// Type, language, official, day, name.
  private let videos: [[String]]
  /// The names of the videos in the order that clients get, by language.
  private let videoOrder: [String: [String]]
  /// By country and kind.
  let providers: [String: [String: [String]]]

  static let locales = ["ko-KR", "en-US", "en-GB", "de-DE", "fr-FR", "ja-JP"]

  var testDescription: String { title }

  private init(_ lines: ArraySlice<Substring>) {
    func rows(_ offset: Int) -> [[String]] {
      let text = lines[lines.startIndex + offset].drop { $0 != "=" }.dropFirst()
      return text.split(separator: ";").map { row in
        row.split(separator: "/", omittingEmptySubsequences: false).map { String($0).trimmed }
      }.filter { $0 != [""] }
    }
    let head = rows(0)[0]
    (number, title, date) = (Int(head[0]) ?? 0, head[1], head[2])
    releases = rows(1).filter { $0.count == 4 }
    locals = Dictionary(
      uniqueKeysWithValues: zip(Self.locales.map { String($0.suffix(2)) }, rows(2)).map { country, row in
        (country, Local(date: row[0], certification: row[1].isEmpty ? nil : row[1]))
      })
    crew = rows(3)
    videos = rows(4).filter { $0.count == 5 }
    videoOrder = Dictionary(uniqueKeysWithValues: rows(5).map { ($0[0], Self.names($0[1])) })
    providers = Dictionary(grouping: rows(6), by: { $0[0] }).mapValues { rows in
      Dictionary(uniqueKeysWithValues: rows.map { ($0[1], Self.names($0[2])) })
    }
  }

  private static func names(_ list: String) -> [String] { list.split(separator: ",").map { String($0).trimmed } }

  static let all: [FilmFacts] = {
    let lines = films.split(separator: "\n")
    return stride(from: 0, to: lines.count, by: 7).map { FilmFacts(lines[$0..<($0 + 7)]) }
  }()

  /// The response of `/movie/{id}` with all appended parts.
  var body: JSON {
    let countries = releases.map { $0[0] }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let dates = countries.reversed().map { country -> JSON in
      let own = releases.filter { $0[0] == country }.reversed().map { release -> JSON in
        [
          "certification": .string(release[3]), "descriptors": [], "iso_639_1": "", "note": "",
          "release_date": .string(release[2] + "T00:00:00.000Z"), "type": .integer(Int(release[1]) ?? 0),
        ]
      }
      return ["iso_3166_1": .string(country), "release_dates": .array(own)]
    }
    let crew = crew.enumerated().reversed().map { index, work -> JSON in
      ["id": .integer(100 + index), "job": .string(work[0]), "department": .string(work[1]), "name": .string(work[2])]
    }
    let videos = videos.enumerated().map { index, video -> JSON in
      [
        "type": .string(video[0]), "iso_639_1": video[1].isEmpty ? .null : .string(video[1]),
        "official": .bool(video[2] == "official"), "published_at": .string(video[3] + "T09:00:00.000Z"),
        "name": .string(video[4]), "site": "YouTube", "key": .string("key\(index)"),
      ]
    }
    let watch = providers.map { country, kinds -> JSON.Member in
      let lists = kinds.map { kind, names -> JSON.Member in
        let services = names.enumerated().reversed().map { index, name -> JSON in
          ["provider_id": .integer(index), "provider_name": .string(name), "display_priority": .integer(index)]
        }
        return JSON.Member(kind, .array(services))
      }
      return JSON.Member(country, .object([JSON.Member("link", "https://www.themoviedb.org/watch")] + lists))
    }
    return [
      "id": .integer(number), "title": .string(title), "original_title": .string(title), "release_date": .string(date),
      "release_dates": ["results": .array(Array(dates))], "credits": ["cast": [], "crew": .array(Array(crew))],
      "videos": ["results": .array(videos)], "watch/providers": ["results": .object(watch)],
    ]
  }

  var releaseCount: Int { releases.count }

  /// The crew that clients get, as `job: name`.
  var expectedCrew: [String] { crew.map { "\($0[0]): \($0[2])" } }

  /// The names of the videos that clients get in a language.
  func expectedVideos(in language: String) -> [String] { videoOrder[language] ?? videoOrder["en"] ?? [] }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
