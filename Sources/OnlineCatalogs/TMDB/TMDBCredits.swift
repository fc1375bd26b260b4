/// A movie's cast and crew, in the order in which they are listed.
struct TMDBCredits: Sendable {
  let cast: [MovieDetail.CastMember]
  /// In the order of `CrewOrder`. Nobody is listed twice for the same job.
  let crew: [MovieDetail.CrewMember]

  var directors: [String] { crew.filter { CrewOrder.isDirector($0) }.map(\.name) }

  /// - Parameter credits: the response of `/movie/{id}/credits`, if any. TMDB sorts the crew by credit, not by rank.
  init(_ credits: JSON?, _ images: TMDBImages) {
    let billed = (credits?["cast"]?.elements ?? []).sorted {
      ($0["order"]?.wholeNumber ?? .max) < ($1["order"]?.wholeNumber ?? .max)
    }
    cast = billed.compactMap { member in
      member["name"]?.text.map {
        MovieDetail.CastMember(
          name: $0, personId: TMDBDecoder.personID(member), character: member["character"]?.text,
          profileUrl: images.url(.profile, member["profile_path"]))
      }
    }
    var seen: Set<[String]> = []
    let works = (credits?["crew"]?.elements ?? []).compactMap { member -> MovieDetail.CrewMember? in
      let id = TMDBDecoder.personID(member)
      guard let name = member["name"]?.text, let job = member["job"]?.text,
        // Two people may have the same name.
        seen.insert([id?.native ?? name, job]).inserted
      else { return nil }
      return MovieDetail.CrewMember(name: name, personId: id, job: job, department: member["department"]?.text)
    }
    crew = CrewOrder.sorted(works)
  }
}
