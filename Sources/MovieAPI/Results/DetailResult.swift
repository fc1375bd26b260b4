import JSON
import MovieCore

/// The result of `detail`.
struct DetailResult: JSONObject {
  var detail: MovieDetail
  var session: ClientSession

  static var schema: JSONSchema { shared("MovieDetail", "Everything that a catalog knows about one movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { MovieResult(movie: $0.detail.movie, isFavorite: $0.session.favorites.contains($0.detail.movie.id)) }
    field.optional("tagline", .string, "The tagline.") { $0.detail.tagline }
    field.optional("status", .string, "The production status, in the catalog's words, such as `Released`.") {
      $0.detail.status
    }
    field.optional("homepage", .uri, "The URL of the movie's own site.") { $0.detail.homepage }
    field.required("languages", .strings, "The English names of the spoken languages.") { $0.detail.languages }
    field.required("countries", .strings, "The English names of the countries of production.") { $0.detail.countries }
    field.required("companies", .array(of: MovieDetail.Company.schema), "The production companies.") {
      $0.detail.companies
    }
    field.required("castMembers", .array(of: MovieDetail.CastMember.schema), "The actors, in billing order.") {
      $0.detail.castMembers
    }
    field.required("crewMembers", .array(of: MovieDetail.CrewMember.schema), "The crew, directors first.") {
      $0.detail.crewMembers
    }
    field.required("ratings", .array(of: MovieDetail.SourceRating.schema), "Ratings by other sources.") {
      $0.detail.ratings
    }
    field.required("trailers", .array(of: MovieDetail.Trailer.schema), "The trailers, best first.") {
      $0.detail.trailers
    }
    field.optional("certification", .string, "The age rating, such as `PG-13`.") { $0.detail.certification }
    field.optional("awards", .string, "Awards and nominations, in one sentence.") { $0.detail.awards }
    field.required("reviews", ReviewsPart.schema, "The first reviews.") { ReviewsPart(reviews: $0.detail.reviews) }
    field.required("recommendations", MoviesPart.schema, "Similar movies.") {
      MoviesPart(movies: $0.detail.recommendations, session: $0.session)
    }
    field.optional("myRating", .userRating, "The rating by the user who is logged in.") { $0.detail.myRating }
    field.optional("attribution", .string, "A notice that clients must show to the user.") { $0.detail.attribution }
    field.stale { $0.detail.isStale }
  }
}

extension FieldVisitor {
  /// The mark of a result that comes from a cache because the catalog is unreachable.
  mutating func stale(_ isStale: (Object) -> Bool) {
    optional("stale", .constant(true), "Present if the catalog is unreachable and this is an earlier response.") {
      isStale($0) ? true : nil
    }
  }
}

private struct ReviewsPart: JSONObject {
  var reviews: MovieDetail.Reviews

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("total", .count, "The number of reviews.") { $0.reviews.total }
    field.required("items", .array(of: ReviewResult.schema), "The first reviews, as many as requested.") {
      $0.reviews.items.lazy.map { ReviewResult($0, isWhole: false) }
    }
  }
}

private struct MoviesPart: JSONObject {
  var movies: [Movie]
  var session: ClientSession

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("items", .array(of: MovieResult.schema), "The first of them.") { $0.session.results($0.movies) }
  }
}

extension MovieDetail.Company: JSONObject {
  /// Published as `Company`.
  public static var schema: JSONSchema { shared("Company", "A production company.") }

  /// An item of `companies` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the company.") { $0.name }
    field.optional("logoUrl", .uri, "The URL of the company's logo.") { $0.logoUrl }
  }
}

extension MovieDetail.CastMember: JSONObject {
  /// Published as `CastMember`.
  public static var schema: JSONSchema { shared("CastMember", "An actor in a movie.") }

  /// An item of `castMembers` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the actor.") { $0.name }
    field.optional("personId", .movieID, "The person's id in the catalog.") { $0.personId }
    field.optional("character", .string, "The name of the character.") { $0.character }
    field.optional("profileUrl", .uri, "The URL of a picture of the actor.") { $0.profileUrl }
  }
}

extension MovieDetail.CrewMember: JSONObject {
  /// Published as `CrewMember`.
  public static var schema: JSONSchema { shared("CrewMember", "A member of a movie's crew.") }

  /// An item of `crewMembers` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the crew member.") { $0.name }
    field.optional("personId", .movieID, "The person's id in the catalog.") { $0.personId }
    field.required("job", .string, "The job in English, such as `Director`.") { $0.job }
    field.optional("department", .string, "The department in English, such as `Writing`.") { $0.department }
  }
}

extension MovieDetail.SourceRating: JSONObject {
  /// Published as `SourceRating`.
  public static var schema: JSONSchema { shared("SourceRating", "The rating of a movie by another source.") }

  /// An item of `ratings` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("source", .string, "The name of the source.") { $0.source }
    field.required("value", .string, "The rating on the source's own scale, such as `7.4/10` or `93%`.") { $0.value }
  }
}

extension MovieDetail.Trailer: JSONObject {
  /// Published as `Trailer`.
  public static var schema: JSONSchema { shared("Trailer", "A trailer.") }

  /// An item of `trailers` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The title of the trailer.") { $0.name }
    field.required("url", .uri, "The URL of the page that plays the trailer.") { $0.url }
  }
}
