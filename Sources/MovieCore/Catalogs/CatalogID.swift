/// The id of something in a catalog that is not a movie: the catalog's name and the id there, in the form of `MovieID`.
/// Ids of different entities are in spaces of their own, so `tmdb:550` can be a movie and a person.
public struct CatalogID<Entity>: Hashable, Sendable, CustomStringConvertible {
  private let id: MovieID

  /// The name of the catalog: lowercase letters and digits.
  public var catalog: String { id.catalog }
  /// The id in that catalog.
  public var native: String { id.native }

  /// Joins two parts without checking them; they must be well formed.
  public init(catalog: String, native: String) { id = MovieID(catalog: catalog, native: native) }

  /// Parses an id by the rules of `MovieID`; nil if the text has another form.
  public init?(_ text: String) {
    guard let id = MovieID(text) else { return nil }
    self.id = id
  }

  /// The form that clients use: `tmdb:21684`.
  public var description: String { id.description }
}

/// A person's id, such as `tmdb:21684`.
public typealias PersonID = CatalogID<Person>
/// A collection's id, such as `tmdb:263`.
public typealias CollectionID = CatalogID<MovieCollection>

extension CatalogID: JSONEncodable {
  /// Writes the id as one string.
  public func encode(to writer: inout JSONWriter) { writer.value(description) }
}

extension JSONType {
  /// A string that `CatalogID` can parse. Errors call it an id of this entity, such as `person`.
  public static func catalogID<Entity>(of entity: String) -> JSONType where Value == CatalogID<Entity> {
    JSONType(.movieID, "a \(entity) id of the form catalog:native") { $0.string.flatMap(CatalogID.init) }
  }
}
