import HTTP
import JSON
import MovieCore

extension TMDBAccount {
  /// The service gives no page beyond this one.
  private static let lastPage = 500

  func favorites(
    of user: AccountState.User, language: String?, known: Set<MovieID>
  ) async throws -> AccountFavorites? {
    try await withSession(of: user) { login in
      var listing = AccountFavorites(ids: [], movies: [], isComplete: true)
      var page = 1
      while true {
        let rows = try await favoriteRows(login, language: language, page: page)
        let ids = rows.ids.compactMap(\.self)
        // What is new is on the first page, and what is gone shows in the number.
        if page == 1, rows.total == known.count, rows.ids.count == ids.count, known.isSuperset(of: ids) { return nil }
        if rows.ids.contains(nil) || rows.pages > Self.lastPage { listing.isComplete = false }
        let isNew = { (id: MovieID?) in id.map { !known.contains($0) && !listing.ids.contains($0) } ?? false }
        let new = zip(rows.rows, rows.ids).filter { isNew($0.1) }.map(\.0)
        listing.movies += await movies(new, language)
        listing.ids.formUnion(ids)
        if page >= min(rows.pages, Self.lastPage) { return listing }
        page += 1
      }
    }
  }

  private func favoriteRows(
    _ login: LoginFile.Login, language: String?, page: Int
  ) async throws -> (rows: [JSON], ids: [MovieID?], total: Int, pages: Int) {
    let query =
      [HTTPRequest.Field("sort_by", "created_at.desc"), HTTPRequest.Field("page", String(page))]
      + TMDBLanguage(language).query(withRegion: false)
    let json = try await service.fresh(
      "/account/\(login.user.id)/favorite/movies", query, session: login.sessionID)
    guard let rows = json["results"]?.array, let total = json["total_results"]?.int,
      let pages = json["total_pages"]?.int
    else { throw service.upstream.invalidResponse("this is no page of favorites") }
    let ids = rows.map { row in
      TMDBDecoder.number(row).map { MovieID(catalog: TMDBService.name, native: String($0)) }
    }
    return (rows, ids, total, pages)
  }

  /// As the listing has it: an IMDb id, which the catalog takes too, would come back under another name.
  private static func favoriteNumber(_ id: MovieID) throws(MovieError) -> String {
    guard TMDBNumbers.isNumber(id.native) else { throw .movieNotFound(id) }
    return id.native
  }

  func isFavorite(_ id: MovieID, of user: AccountState.User) async throws -> Bool {
    let number = try Self.favoriteNumber(id)
    return try await withSession(of: user) { login in
      try await service.about(id) {
        let json = try await service.fresh("/movie/\(number)/account_states", session: login.sessionID)
        guard let isFavorite = json["favorite"]?.bool else {
          throw service.upstream.invalidResponse("there is no favorite in the account's states")
        }
        return isFavorite
      }
    }
  }

  func setFavorite(_ id: MovieID, _ isFavorite: Bool, of user: AccountState.User) async throws {
    let number = try Self.favoriteNumber(id)
    let body: JSON = ["media_type": "movie", "media_id": .number(number), "favorite": .bool(isFavorite)]
    try await withSession(of: user) { login in
      try await service.about(id) {
        _ = try await service.send(
          .post, "/account/\(login.user.id)/favorite", body: body, session: login.sessionID)
      }
    }
  }

  func syncedFavorites(of user: AccountState.User, epoch: String) -> Set<MovieID> {
    syncedFile(of: user, epoch: epoch).read()
  }

  func updateSyncedFavorites(
    of user: AccountState.User, epoch: String, adding: Set<MovieID>, removing: Set<MovieID>
  ) throws {
    try syncedFile(of: user, epoch: epoch).update(adding: adding, removing: removing)
  }

  private func syncedFile(of user: AccountState.User, epoch: String) -> SyncedFavoritesFile {
    SyncedFavoritesFile(folder: folder, catalog: TMDBService.name, user: user.id, epoch: epoch)
  }
}
