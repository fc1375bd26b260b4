/// Movies that belong together, such as the parts of a trilogy.
public struct MovieCollection: JSONObject, Sendable {
  /// Identifies the collection in requests.
  public var id: CollectionID
  /// The name in the requested language, if the catalog has it.
  public var name: String
  /// A description.
  public var overview: String?
  /// The URL of a poster.
  public var posterUrl: String?
  /// The URL of a wide picture.
  public var backdropUrl: String?
  /// The movies in order of release; those without a date come last.
  public var items: [Movie] = []
  /// Whether the data is from an earlier answer, because the catalog cannot be reached.
  public var isStale = false

  /// Makes a collection whose other data is unknown.
  public init(id: CollectionID, name: String) { (self.id, self.name) = (id, name) }

  /// The members besides the movies, which say whether they are favorites.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The collection's id, `<catalog>:<native id>`.") { $0.id }
    field.required("name", .string, "The name.") { $0.name }
    field.optional("overview", .string, "A description.") { $0.overview }
    field.optional("posterUrl", .uri, "The URL of a poster.") { $0.posterUrl }
    field.optional("backdropUrl", .uri, "The URL of a wide picture.") { $0.backdropUrl }
    field.stale { $0.isStale }
  }
}
