/// Directors, writers, producers, photography, editors and composers, then everybody else by department.
enum CrewOrder {
  private static let directing = "Directing"
  private static let writing = "Writing"
  private static let production = "Production"

  /// The jobs that come first, by rank. A job of another department is not meant: there are “Directors” of lighting.
  private static let leaders: [(department: String, jobs: Set<String>)] = [
    (directing, ["Director"]),
    (writing, ["Screenplay", "Writer", "Co-Writer", "Adaptation", "Teleplay"]),
    (writing, ["Story", "Original Story", "Screenstory", "Original Concept", "Idea"]),
    (writing, ["Novel", "Book", "Short Story", "Comic Book", "Graphic Novel", "Theatre Play", "Musical", "Author"]),
    (writing, ["Characters"]),
    (production, ["Producer"]),
    (production, ["Executive Producer"]),
    (production, ["Co-Producer", "Associate Producer", "Co-Executive Producer", "Line Producer"]),
    ("Camera", ["Director of Photography", "Cinematography"]),
    ("Editing", ["Editor"]),
    ("Sound", ["Original Music Composer", "Composer", "Music"]),
  ]

  /// The order of the departments of everybody else. Departments are an open set; unknown ones come last.
  private static let departments = [
    directing, writing, production, "Camera", "Editing", "Sound", "Art", "Costume & Make-Up", "Visual Effects",
    "Lighting", "Crew",
  ]

  static func isDirector(_ member: MovieDetail.CrewMember) -> Bool { leaderRank(of: member) == 0 }

  static func sorted(_ members: [MovieDetail.CrewMember]) -> [MovieDetail.CrewMember] {
    let unknown = members.compactMap(\.department).filter { !departments.contains($0) }.uniqued()
    let all = departments + unknown
    let places = Dictionary(uniqueKeysWithValues: zip(all, leaders.count...))
    let ranked = members.map { member in
      let place = member.department.flatMap { places[$0] } ?? leaders.count + all.count
      return (rank: leaderRank(of: member) ?? place, member: member)
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.member)
  }

  private static func leaderRank(of member: MovieDetail.CrewMember) -> Int? {
    leaders.firstIndex { leader in
      leader.jobs.contains(member.job) && (member.department.map { $0 == leader.department } ?? true)
    }
  }
}
