import JSON
import MovieCore

/// All that is known of one movie.
struct DetailResult: JSONEncodable {
  var detail: MovieDetail
  var session: Session

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      detail.movie.encodeMembers(to: &object)
      object.member("isFavorite", session.favorites.contains(detail.movie.id))
      object.member("tagline", detail.tagline)
      object.member("status", detail.status)
      object.member("homepage", detail.homepage)
      object.member("languages", detail.languages)
      object.member("countries", detail.countries)
      object.name("companies")
      object.array(detail.companies)
      object.name("castMembers")
      object.array(detail.castMembers)
      object.name("crewMembers")
      object.array(detail.crewMembers)
      object.name("ratings")
      object.array(detail.ratings)
      object.name("trailers")
      object.array(detail.trailers)
      object.member("certification", detail.certification)
      object.member("awards", detail.awards)
      object.name("reviews")
      object.object { reviews in
        reviews.member("total", detail.reviews.total)
        reviews.name("items")
        reviews.array(detail.reviews.items.map { ReviewResult(review: $0, isWhole: false) })
      }
      object.name("recommendations")
      object.object { recommendations in
        recommendations.name("items")
        recommendations.array(session.results(detail.recommendations))
      }
      object.member("myRating", detail.myRating)
      object.member("attribution", detail.attribution)
      if detail.isStale { object.member("stale", true) }
    }
  }
}

extension MovieDetail.Company: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("logoUrl", logoUrl)
    }
  }
}

extension MovieDetail.CastMember: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("character", character)
      object.member("profileUrl", profileUrl)
    }
  }
}

extension MovieDetail.CrewMember: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("job", job)
    }
  }
}

extension MovieDetail.SourceRating: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("source", source)
      object.member("value", value)
    }
  }
}

extension MovieDetail.Trailer: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("url", url)
    }
  }
}
