extension MovieDetail {
  /// A production company.
  public struct Company: JSONObject, Sendable {
    /// The display name.
    public var name: String
    /// The URL of an image; nil if the catalog has none.
    public var logoUrl: String?

    /// - Parameter logoUrl: nil if the catalog has none.
    public init(name: String, logoUrl: String? = nil) { (self.name, self.logoUrl) = (name, logoUrl) }

    public static var schema: JSONSchema { shared("Company", "A production company.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of the company.") { $0.name }
      field.optional("logoUrl", .uri, "The URL of the company's logo.") { $0.logoUrl }
    }
  }

  /// An actor in the movie.
  public struct CastMember: JSONObject, Sendable {
    /// The actor's name.
    public var name: String
    /// The actor's id; nil if the catalog has none.
    public var personId: PersonID?
    /// The name of the character; nil if unknown.
    public var character: String?
    /// The URL of a photo of the actor; nil if the catalog has none.
    public var profileUrl: String?

    /// - Parameter character: nil if unknown.
    public init(name: String, personId: PersonID? = nil, character: String? = nil, profileUrl: String? = nil) {
      (self.name, self.personId, self.character, self.profileUrl) = (name, personId, character, profileUrl)
    }

    public static var schema: JSONSchema { shared("CastMember", "An actor in a movie.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of the actor.") { $0.name }
      field.optional("personId", .movieID, "The person's id in the catalog.") { $0.personId }
      field.optional("character", .string, "The name of the character.") { $0.character }
      field.optional("profileUrl", .uri, "The URL of a picture of the actor.") { $0.profileUrl }
    }
  }

  /// One job of a member of the crew. A person with two jobs is listed twice.
  public struct CrewMember: JSONObject, Sendable {
    /// The person's name.
    public var name: String
    /// The person's id; nil if the catalog has none.
    public var personId: PersonID?
    /// In English, such as `Director`.
    public var job: String
    /// The department in English, such as `Writing`; nil if unknown.
    public var department: String?

    /// - Parameter job: in English, whatever the language of the rest.
    public init(name: String, personId: PersonID? = nil, job: String, department: String? = nil) {
      (self.name, self.personId, self.job, self.department) = (name, personId, job, department)
    }

    public static var schema: JSONSchema { shared("CrewMember", "A member of a movie's crew.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of the crew member.") { $0.name }
      field.optional("personId", .movieID, "The person's id in the catalog.") { $0.personId }
      field.required("job", .string, "The job in English, such as `Director`.") { $0.job }
      field.optional("department", .string, "The department in English, such as `Writing`.") { $0.department }
    }
  }

  /// A rating by another source.
  public struct SourceRating: JSONObject, Sendable {
    /// The display name of the source.
    public var source: String
    /// The rating on the source's scale: `7.4/10`, `93%`.
    public var value: String

    /// - Parameter value: text, because every source has its own scale.
    public init(source: String, value: String) { (self.source, self.value) = (source, value) }

    public static var schema: JSONSchema { shared("SourceRating", "The rating of a movie by another source.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("source", .string, "The name of the source.") { $0.source }
      field.required("value", .string, "The rating on the source's own scale, such as `7.4/10` or `93%`.") { $0.value }
    }
  }

  /// A video about the movie.
  public struct Trailer: JSONObject, Hashable, Sendable {
    /// The kind of a video. Raw values are wire names; best first.
    public enum Kind: String, CaseIterable, Sendable {
      case trailer, teaser, clip, featurette, behindTheScenes, spot, openingCredits, recap, bloopers
    }

    /// The title of the video.
    public var name: String
    /// The URL of the page that plays the video.
    public var url: String
    /// The kind of the video.
    public var kind: Kind
    /// The code of its language, such as `ko`; nil if it has none.
    public var language: String?
    /// Whether the makers of the movie have published it; nil if unknown.
    public var isOfficial: Bool?
    /// The time of publication, in ISO 8601.
    public var publishedAt: String?

    /// - Parameter url: of a page, not of a video file.
    public init(name: String, url: String, kind: Kind) { (self.name, self.url, self.kind) = (name, url, kind) }

    public static var schema: JSONSchema { shared("Trailer", "A trailer or another video.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The title of the video.") { $0.name }
      field.required("url", .uri, "The URL of the page that plays the video.") { $0.url }
      field.required("kind", .oneOf(Kind.self), "The kind of the video.") { $0.kind.rawValue }
      field.optional("language", .string, "The code of the language, such as `ko`.") { $0.language }
      field.optional("official", .boolean, "Whether the makers of the movie have published it.") { $0.isOfficial }
      field.optional("publishedAt", .dateTime, "The time of publication.") { $0.publishedAt }
    }
  }

  /// The collection that a movie is part of.
  public struct CollectionLink: JSONObject, Hashable, Sendable {
    /// Identifies the collection in requests.
    public var id: CollectionID
    /// The display name.
    public var name: String

    /// - Parameter name: not empty.
    public init(id: CollectionID, name: String) { (self.id, self.name) = (id, name) }

    public static var schema: JSONSchema { shared("CollectionLink", "The id and the name of a collection.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("id", .movieID, "The id of the collection, for `collection`.") { $0.id }
      field.required("name", .string, "The name of the collection.") { $0.name }
    }
  }

  /// The first reviews of the movie.
  public struct Reviews: JSONObject, Sendable {
    /// The number of reviews that the catalog has.
    public var total = 0
    /// At most as many as requested.
    public var items: [Review] = []

    /// - Parameter total: of the catalog, not of `items`.
    public init(total: Int = 0, items: [Review] = []) { (self.total, self.items) = (total, items) }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("total", .count, "The number of reviews.") { $0.total }
      field.required("items", .array(of: Review.schema), "The first reviews, as many as requested.") { reviews in
        reviews.items.lazy.map { review in
          var preview = review
          preview.isWhole = false
          return preview
        }
      }
    }
  }
}
