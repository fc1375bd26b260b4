import JSON
import MovieCore

/// The result of `detail`.
struct DetailResult: JSONObject {
  var detail: Box<MovieDetail>
  var session: ClientSession

  static var schema: JSONSchema { shared("MovieDetail", "Everything that a catalog knows about one movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.session.result($0.detail.movie) }
    field.optional("tagline", .string, "The tagline.") { $0.detail.tagline }
    field.optional("status", .string, "The production status, in the catalog's words, such as `Released`.") {
      $0.detail.status
    }
    field.optional("homepage", .uri, "The URL of the movie's own site.") { $0.detail.homepage }
    field.required(
      "languages", .strings, "The names of the spoken languages, in English unless the catalog translates them."
    ) { $0.detail.languages }
    field.required(
      "countries", .strings, "The names of the countries of production, in English unless the catalog translates them."
    ) { $0.detail.countries }
    field.required("originCountries", .strings, "The countries that the movie comes from, as codes of ISO 3166-1.") {
      $0.detail.originCountries
    }
    field.required("companies", .array(of: MovieDetail.Company.schema), "The production companies.") {
      $0.detail.companies
    }
    field.required("castMembers", .array(of: MovieDetail.CastMember.schema), "The actors, in billing order.") {
      $0.detail.castMembers
    }
    field.required("crewMembers", .array(of: MovieDetail.CrewMember.schema), "The crew, in order of rank.") {
      $0.detail.crewMembers
    }
    field.required("ratings", .array(of: MovieDetail.SourceRating.schema), "Ratings by other sources.") {
      $0.detail.ratings
    }
    field.required("trailers", .array(of: MovieDetail.Trailer.schema), "The trailers and other videos, best first.") {
      $0.detail.trailers
    }
    field.required("releases", .array(of: Release.schema), "The releases in all countries, in order of their dates.") {
      $0.detail.releases
    }
    field.optional("certification", .string, "The age rating in the user's country, such as `PG-13`.") {
      $0.detail.certification
    }
    field.optional("certificationCountry", .string, "The country of `certification`, as a code of ISO 3166-1.") {
      $0.detail.certificationCountry
    }
    field.optional("whereToWatch", WhereToWatch.schema, "The services that show the movie in the user's country.") {
      $0.detail.whereToWatch
    }
    field.optional("collection", MovieDetail.CollectionLink.schema, "The collection that the movie is part of.") {
      $0.detail.collection
    }
    field.required("keywords", .strings, "Words that describe the movie, in English.") { $0.detail.keywords }
    field.optional("budget", .count, "The budget in US dollars.") { $0.detail.budget }
    field.optional("revenue", .count, "The receipts in US dollars.") { $0.detail.revenue }
    field.required("externalIds", ExternalIDs.schema, "The ids on other sites.") { $0.detail.externalIds }
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
