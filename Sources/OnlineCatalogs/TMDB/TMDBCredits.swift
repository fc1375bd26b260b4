import JSON

/// Who took part in a movie, in the order in which it is told.
struct TMDBCredits: Sendable {
  struct Actor: Sendable {
    var name: String
    var character: String?
    /// The path of a portrait.
    var picture: JSON?
  }

  struct Work: Sendable {
    var name: String
    var job: String
    fileprivate var rank: Int
  }

  /// As they are billed.
  let cast: [Actor]
  /// Whoever directed, then whoever wrote, then the other departments; everybody once a job.
  let crew: [Work]

  var directors: [String] { crew.filter { $0.rank == Self.directorRank }.map(\.name) }

  private static let directorRank = -1

  /// After the directors. Departments are an open set: those that are not here come last, as TMDB has them.
  private static let departments = ["Directing", "Writing", "Production", "Camera", "Editing", "Sound", "Art"]

  /// - Parameter credits: what `/movie/{id}/credits` gives, or nothing.
  init(_ credits: JSON?) {
    cast = Self.inOrder(credits?["cast"]?.elements ?? []) { $0["order"]?.wholeNumber ?? .max }.compactMap { member in
      member["name"]?.text.map {
        Actor(name: $0, character: member["character"]?.text, picture: member["profile_path"])
      }
    }
    var seen: Set<[String]> = []
    let works = (credits?["crew"]?.elements ?? []).compactMap { member -> Work? in
      guard let name = member["name"]?.text, let job = member["job"]?.text,
        // Two who have the same name are two people.
        seen.insert([member["id"]?.wholeNumber.map { String($0) } ?? name, job]).inserted
      else { return nil }
      return Work(name: name, job: job, rank: Self.rank(job, in: member["department"]?.text))
    }
    crew = Self.inOrder(works, by: \.rank)
  }

  private static func rank(_ job: String, in department: String?) -> Int {
    // A "Director" of other departments directs no movie.
    if job == "Director", department == nil || department == "Directing" { return directorRank }
    return department.flatMap { departments.firstIndex(of: $0) } ?? departments.count
  }

  /// Sorted, and what ranks the same in the order in which it came, which the standard library does not promise.
  private static func inOrder<Element>(_ elements: [Element], by rank: (Element) -> Int) -> [Element] {
    elements.enumerated().map { (rank: rank($1), place: $0, element: $1) }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.element)
  }
}
