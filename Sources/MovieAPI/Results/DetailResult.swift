import JSON
import MovieCore

/// All that is known of one movie.
struct DetailResult: JSONEncodable {
  var detail: MovieDetail
  var session: ClientSession

  static var schema: JSONSchema {
    let reviews: [JSONSchema.Property] = [
      .required("total", .count, "How many there are."),
      .required("items", .array(of: ReviewResult.schema), "The first of them, as many as were asked for."),
    ]
    return .shared(
      "MovieDetail", "All that is known of one movie.",
      MovieResult.members + [
        .optional("tagline", .string, "Its slogan."),
        .optional("status", .string, "Whether it is out, in the catalog's words."),
        .optional("homepage", .uri, "Its own page."),
        .required("languages", .strings, "What is spoken in it, in English."),
        .required("countries", .strings, "Where it comes from, in English."),
        .required("companies", .array(of: MovieDetail.Company.schema), "Who produced it."),
        .required("castMembers", .array(of: MovieDetail.CastMember.schema), "Who plays in it."),
        .required("crewMembers", .array(of: MovieDetail.CrewMember.schema), "Who made it."),
        .required("ratings", .array(of: MovieDetail.SourceRating.schema), "What others make of it."),
        .required("trailers", .array(of: MovieDetail.Trailer.schema), "Its trailers."),
        .optional("certification", .string, "For whom it is fit."),
        .optional("awards", .string, "Prizes and nominations, in a sentence."),
        .required("reviews", .object(reviews), "What people wrote about it."),
        .required(
          "recommendations",
          .object([.required("items", .array(of: MovieResult.schema), "The first of them.")]),
          "Movies like this one."),
        .optional("myRating", .userRating, "By the user who is logged in."),
        .optional("attribution", .string, "What must be shown to the user."),
        .optional("stale", .constant(true), "The catalog could not be reached: this is from an earlier time."),
      ])
  }

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
  static var schema: JSONSchema {
    .shared(
      "Company", "A production company.",
      [
        .required("name", .string, "Its name."),
        .optional("logoUrl", .uri, "Its logo."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("logoUrl", logoUrl)
    }
  }
}

extension MovieDetail.CastMember: JSONEncodable {
  static var schema: JSONSchema {
    .shared(
      "CastMember", "Somebody who plays in a movie.",
      [
        .required("name", .string, "Their name."),
        .optional("character", .string, "Whom they play."),
        .optional("profileUrl", .uri, "A picture of them."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("character", character)
      object.member("profileUrl", profileUrl)
    }
  }
}

extension MovieDetail.CrewMember: JSONEncodable {
  static var schema: JSONSchema {
    .shared(
      "CrewMember", "Somebody who made a movie.",
      [
        .required("name", .string, "Their name."),
        .required("job", .string, "What they did."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("job", job)
    }
  }
}

extension MovieDetail.SourceRating: JSONEncodable {
  static var schema: JSONSchema {
    .shared(
      "SourceRating", "What some source makes of a movie.",
      [
        .required("source", .string, "Who says so."),
        .required("value", .string, "In the source's own scale, as `7.4/10` or `93%`."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("source", source)
      object.member("value", value)
    }
  }
}

extension MovieDetail.Trailer: JSONEncodable {
  static var schema: JSONSchema {
    .shared(
      "Trailer", "A trailer.",
      [
        .required("name", .string, "Its name."),
        .required("url", .uri, "Where it is to be seen."),
      ])
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("url", url)
    }
  }
}
