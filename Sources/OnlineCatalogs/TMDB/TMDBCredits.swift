import JSON
import MovieCore

/// A movie's cast and crew, in the order in which they are listed.
struct TMDBCredits: Sendable {
  struct Actor: Sendable {
    var name: String
    var id: PersonID?
    var character: String?
    /// The path of the portrait.
    var picture: JSON?
  }

  struct Work: Sendable {
    var name: String
    var id: PersonID?
    var job: String
    var department: String?
    fileprivate var rank: Int
  }

  /// In billing order.
  let cast: [Actor]
  /// Directors, then writers, then the other departments. Nobody is listed twice for the same job.
  let crew: [Work]

  var directors: [String] { crew.filter { $0.rank == Self.directorRank }.map(\.name) }

  private static let directorRank = -1

  /// The order after the directors. Departments are an open set; unknown ones come last, in TMDB's order.
  private static let departments = ["Directing", "Writing", "Production", "Camera", "Editing", "Sound", "Art"]

  /// - Parameter credits: the response of `/movie/{id}/credits`, if any.
  init(_ credits: JSON?) {
    cast = Self.stablySorted(credits?["cast"]?.elements ?? []) { $0["order"]?.wholeNumber ?? .max }.compactMap {
      member in
      member["name"]?.text.map {
        Actor(
          name: $0, id: TMDBDecoder.personID(member), character: member["character"]?.text,
          picture: member["profile_path"])
      }
    }
    var seen: Set<[String]> = []
    let works = (credits?["crew"]?.elements ?? []).compactMap { member -> Work? in
      guard let name = member["name"]?.text, let job = member["job"]?.text,
        // Two people may have the same name.
        seen.insert([member["id"]?.wholeNumber.map { String($0) } ?? name, job]).inserted
      else { return nil }
      let department = member["department"]?.text
      return Work(
        name: name, id: TMDBDecoder.personID(member), job: job, department: department,
        rank: Self.rank(job, in: department))
    }
    crew = Self.stablySorted(works, by: \.rank)
  }

  private static func rank(_ job: String, in department: String?) -> Int {
    // A "Director" in another department does not direct the movie.
    if job == "Director", department == nil || department == "Directing" { return directorRank }
    return department.flatMap { departments.firstIndex(of: $0) } ?? departments.count
  }

  /// Sorts stably, which the standard library does not guarantee.
  private static func stablySorted<Element>(_ elements: [Element], by rank: (Element) -> Int) -> [Element] {
    elements.enumerated().map { (rank: rank($1), index: $0, element: $1) }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.element)
  }
}
