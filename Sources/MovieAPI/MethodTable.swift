/// The methods and notifications of a protocol, for `MovieService`, `Notifier` and `OpenRPCDocument`.
public struct MethodTable: Sendable {
  /// In the order in which the document lists them and the test runs their examples.
  let methods: [Method]
  /// In both directions, the client's first.
  let notifications: [NotificationDeclaration]
  let byName: [String: Method]

  public func result(of method: String) -> JSONSchema { byName[method]?.result() ?? .object([]) }

  init(_ methods: [Method], _ notifications: [NotificationDeclaration]) {
    (self.methods, self.notifications) = (methods, notifications)
    byName = Dictionary(uniqueKeysWithValues: methods.lazy.map { ($0.name, $0) })
  }

  public func parameters(of method: String) -> [JSONSchema.Property] {
    byName[method]?.parameters.map(\.property) ?? []
  }

  /// The protocol of protocol.md. To add a method or a notification, write its file and name it here.
  public static var movies: MethodTable {
    let methods = [
      Initialize.method, Search.method, NextPage.method, Home.method, Recommendations.method, Genres.method,
      Discover.method, Detail.method, SearchPeople.method, GetPerson.method, GetCollection.method, Star.method,
      Unstar.method, ListFavorites.method, RefreshFavorites.method, MarkMovie.method, LogViewing.method,
      ListLibrary.method, ListTags.method, Diary.method, GetStatistics.method, DeleteViewing.method,
      ImportLibrary.method, ExportLibrary.method, Reviews.method, Poster.method, Login.method, CompleteLogin.method,
      Logout.method, GetSession.method, Rate.method, Unrate.method, SyncStatus.method, RPCDiscover.method,
      Shutdown.method,
    ]
    let events = [
      LoadingNotification.declaration, FavoritesChangedNotification.declaration, LibraryChangedNotification.declaration,
      SessionChangedNotification.declaration, SyncChangedNotification.declaration,
    ]
    let topics = events.compactMap(\.topic).sorted()
    return MethodTable(
      methods,
      [ClientNotifications.exit, ClientNotifications.cancelRequest] + events + [Resync.declaration(topics: topics)])
  }
}
