import JSON
import MovieCore

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
  public static var schema: JSONSchema { shared("Trailer", "A trailer or another video.") }

  /// An item of `trailers` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The title of the video.") { $0.name }
    field.required("url", .uri, "The URL of the page that plays the video.") { $0.url }
    field.required("kind", .oneOf(Kind.self), "The kind of the video.") { $0.kind.rawValue }
    field.optional("language", .string, "The code of the language, such as `ko`.") { $0.language }
    field.optional("official", .boolean, "Whether the makers of the movie have published it.") { $0.isOfficial }
    field.optional("publishedAt", .dateTime, "The time of publication.") { $0.publishedAt }
  }
}

extension Release: JSONObject {
  /// Published as `Release`.
  public static var schema: JSONSchema { shared("Release", "A release of a movie in one country.") }

  /// An item of `releases` in the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("country", .string, "The country, as a code of ISO 3166-1.") { $0.country }
    field.required("kind", .oneOf(Kind.self), "The kind of the release.") { $0.kind.rawValue }
    field.required("date", .date, "The day of the release.") { $0.date }
    field.optional("certification", .string, "The age rating, such as `PG-13`.") { $0.certification }
    field.optional("note", .string, "More about the release, such as the name of a festival.") { $0.note }
  }
}

extension WhereToWatch: JSONObject {
  /// Published as `WhereToWatch`.
  public static var schema: JSONSchema {
    shared("WhereToWatch", "The services that show a movie in one country, best known first.")
  }

  /// The member `whereToWatch` of the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("country", .string, "The country, as a code of ISO 3166-1.") { $0.country }
    field.optional("link", .uri, "The URL of a page with links to the services.") { $0.link }
    field.required("stream", .array(of: Provider.schema), "Services with a subscription.") { $0.stream }
    field.required("free", .array(of: Provider.schema), "Services without a price.") { $0.free }
    field.required("ads", .array(of: Provider.schema), "Services without a price that show advertisements.") { $0.ads }
    field.required("rent", .array(of: Provider.schema), "Services that rent the movie.") { $0.rent }
    field.required("buy", .array(of: Provider.schema), "Services that sell the movie.") { $0.buy }
    field.required("attribution", .string, "A notice that clients must show with this data.") { $0.attribution }
  }
}

extension WhereToWatch.Provider: JSONObject {
  /// Published as `Provider`.
  public static var schema: JSONSchema { shared("Provider", "A service that shows movies.") }

  /// An item of the lists in `whereToWatch`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the service.") { $0.name }
    field.optional("logoUrl", .uri, "The URL of the service's logo.") { $0.logoUrl }
  }
}

extension MovieDetail.CollectionLink: JSONObject {
  /// Published as `CollectionLink`.
  public static var schema: JSONSchema { shared("CollectionLink", "The id and the name of a collection.") }

  /// The member `collection` of the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id of the collection, for `collection`.") { $0.id }
    field.required("name", .string, "The name of the collection.") { $0.name }
  }
}

extension ExternalIDs: JSONObject {
  /// Published as `ExternalIds`.
  public static var schema: JSONSchema { shared("ExternalIds", "A movie's ids on other sites.") }

  /// The member `externalIds` of the result of `detail`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("imdb", .string, "The IMDb id, such as `tt6751668`.") { $0.imdb }
    field.optional("tmdb", .string, "The number at The Movie Database.") { $0.tmdb }
    field.optional("wikidata", .string, "The Wikidata id, such as `Q61448040`.") { $0.wikidata }
    field.optional("facebook", .string, "The name of the Facebook page.") { $0.facebook }
    field.optional("instagram", .string, "The name of the Instagram account.") { $0.instagram }
    field.optional("twitter", .string, "The name of the Twitter account.") { $0.twitter }
  }
}
