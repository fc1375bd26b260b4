import JSON
import JSONRPC
import TestSupport
import Testing

@testable import MovieAPI
@testable import MovieCore

struct NotificationTests {
  private func params(_ notification: any OutgoingNotification) -> String { notification.params.jsonText }

  @Test func `loading encodes the start and the end of work`() {
    var loading = Loading(kind: .search, list: "search", request: 7)
    #expect(
      params(LoadingNotification(loading)) == #"{"list":"search","kind":"search","request":7,"active":true}"#)
    loading.outcome = .superseded
    #expect(
      params(LoadingNotification(loading))
        == #"{"list":"search","kind":"search","request":7,"active":false,"outcome":"superseded"}"#)
    #expect(params(LoadingNotification(Loading(kind: .home))) == #"{"kind":"home","active":true}"#)
  }

  @Test func `an end replaces a start that was not sent`() throws {
    let begin = Loading(kind: .page, list: "a", request: "r")
    var end = begin
    end.outcome = .empty
    let folded = try #require(LoadingNotification(begin).folded(with: LoadingNotification(end)))
    #expect(params(folded) == params(LoadingNotification(end)))
  }

  @Test func `only the start and the end of the same work are folded, whatever the request's id`() {
    let keys = (1...5).map { LoadingNotification(Loading(kind: .page, spinner: $0)).foldKey }
    #expect(Set(keys).count == keys.count)
    let end = Loading(kind: .page, spinner: 1, outcome: .ok)
    #expect(LoadingNotification(end).foldKey == keys[0])
  }

  @Test func `favoritesChanged encodes all its members, with isFavorite`() {
    let change = change(3, added: [movie(1)], updated: [movie(2)], removed: [movie(3)], total: 2)
    #expect(
      params(FavoritesChangedNotification(change)) == """
        {"epoch":"e","revision":3,"previousRevision":2,\
        "added":[{"id":"x:1","title":"1","genres":[],"directors":[],"cast":[],"isFavorite":true,"mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],\
        "updated":[{"id":"x:2","title":"2","genres":[],"directors":[],"cast":[],"isFavorite":true,"mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],\
        "removed":["x:3"],"total":2,"origin":"self"}
        """)
  }

  @Test func `resync lists the topics of all notifications that the server sends`() throws {
    let events: [any Event] = [
      Loading(kind: .home), change(1),
      LibraryChange(state: LibraryState(epoch: "e", revision: 1, total: 0), previousRevision: 0, origin: .own),
      SessionChange(catalog: "x", state: AccountState()), ReplicationStatus(isEnabled: true),
    ]
    let all = events.compactMap { event in MethodTable.movies.notifications.lazy.compactMap { $0.make(event)?.0 }.first
    }
    let pushed = MethodTable.movies.notifications.filter { $0.direction == .serverToClient }
    #expect(Set(pushed.map(\.name)) == Set(all.map(\.method) + ["resync"]))
    let topics = try #require(pushed.first { $0.name == "resync" }?.members().first?.schema.json["items"]?["enum"])
    #expect(Set(topics.array ?? []) == Set(all.map { .string($0.topic) }))
  }

  @Test func `libraryChanged encodes all its members, and changes fold`() throws {
    func change(_ revision: Int, _ changed: [Int], removed: [Int] = []) -> LibraryChange {
      var change = LibraryChange(
        state: LibraryState(epoch: "e", revision: revision, total: 2), previousRevision: revision - 1, origin: .remote)
      change.updated = changed.map { entry(movie($0)) }
      change.removed = removed.map { movie($0).id }
      return change
    }
    #expect(
      params(LibraryChangedNotification(change(3, [1], removed: [3]))) == """
        {"epoch":"e","revision":3,"previousRevision":2,\
        "changed":[{"id":"x:1","title":"1","genres":[],"directors":[],"cast":[],"isFavorite":true,\
        "mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],"removed":["x:3"],"total":2,"origin":"remote"}
        """)
    let first = LibraryChangedNotification(change(1, [1, 2]))
    let folded = try #require(first.folded(with: LibraryChangedNotification(change(2, [1], removed: [2]))))
    let json = try JSON.parse(params(folded))
    #expect(json["changed"]?.array?.count == 1 && json["removed"] == ["x:2"] && json["previousRevision"] == 0)
    #expect(first.folded(with: LibraryChangedNotification(change(3, [1]))) == nil)
    var large = change(2, [])
    large.isComplete = false
    #expect(LibraryChangedNotification.make(large).topic.isEmpty)
  }

  private var star: Mark {
    var mark = Mark()
    mark.starredAt = 7
    return mark
  }

  // MARK: Folding of changes

  private func movie(_ number: Int, year: Int? = nil) -> Movie {
    var movie = Movie(id: MovieID(catalog: "x", native: "\(number)"), title: "\(number)")
    movie.year = year
    return movie
  }

  private func change(
    _ revision: Int, added: [Movie] = [], updated: [Movie] = [], removed: [Movie] = [], total: Int = 0,
    origin: ChangeOrigin = .own
  ) -> FavoritesChange {
    var change = FavoritesChange(
      state: FavoritesState(epoch: "e", revision: revision, total: total), previousRevision: revision - 1,
      origin: origin)
    (change.added, change.updated) = (added.map(entry), updated.map(entry))
    change.removed = removed.map(\.id)
    return change
  }

  private func entry(_ movie: Movie) -> ListedEntry {
    ListedEntry(text: MovieText(movie), shown: ShownMark(ids: [], mark: star))
  }

  private func fold(_ older: FavoritesChange, _ newer: FavoritesChange) -> JSON? {
    let folded = FavoritesChangedNotification(older).folded(with: FavoritesChangedNotification(newer))
    return folded.flatMap { try? JSON.parse(params($0)) }
  }

  private func ids(_ json: JSON?, _ member: String) -> [String]? {
    json?[member]?.array?.compactMap { $0.string ?? $0["id"]?.string }
  }

  @Test func `an added movie that is updated counts as added, with the newer data`() {
    let folded = fold(change(1, added: [movie(1)]), change(2, updated: [movie(1, year: 2000)]))
    #expect(ids(folded, "added") == ["x:1"])
    #expect(folded?["added"]?.array?.first?["year"]?.int == 2000)
    #expect(ids(folded, "updated") == [])
  }

  @Test func `two updates fold into the newer one`() {
    let folded = fold(change(1, updated: [movie(1, year: 1)]), change(2, updated: [movie(1, year: 2)]))
    #expect(ids(folded, "updated") == ["x:1"])
    #expect(folded?["updated"]?.array?.first?["year"]?.int == 2)
  }

  @Test func `a movie that is removed last is neither added nor updated`() {
    let added = fold(change(1, added: [movie(1)]), change(2, removed: [movie(1)]))
    let updated = fold(change(1, updated: [movie(1)]), change(2, removed: [movie(1)]))
    for folded in [added, updated] {
      #expect(ids(folded, "removed") == ["x:1"])
      #expect(ids(folded, "added") == [])
      #expect(ids(folded, "updated") == [])
    }
  }

  @Test func `a movie that is removed and starred again is added`() {
    let folded = fold(change(1, removed: [movie(1)]), change(2, added: [movie(1)]))
    #expect(ids(folded, "removed") == [])
    #expect(ids(folded, "added") == ["x:1"])
  }

  @Test func `folded revisions form one step, and the origin is self only if both changes are`() {
    let own = fold(change(5, added: [movie(1)], total: 1), change(6, added: [movie(2)], total: 2))
    #expect(own?["previousRevision"]?.int == 4)
    #expect(own?["revision"]?.int == 6)
    #expect(own?["total"]?.int == 2)
    #expect(own?["origin"] == "self")
    let mixed = fold(change(5, added: [movie(1)], origin: .other), change(6, added: [movie(2)]))
    #expect(mixed?["origin"] == "other")
  }

  @Test func `changes of different epochs or with too many movies are not folded`() {
    var elsewhere = change(2, added: [movie(1)])
    elsewhere.state.epoch = "another"
    #expect(fold(change(1), elsewhere) == nil)
    #expect(
      fold(change(1, added: (0..<600).map { movie($0) }), change(2, added: (600..<1_000).map { movie($0) })) != nil)
    #expect(
      fold(change(1, added: (0..<600).map { movie($0) }), change(2, added: (600..<1_001).map { movie($0) })) == nil)
  }

  /// Applying the folded change must have the same effect as applying all changes.
  @Test(arguments: (1...20).map { UInt64($0) })
  func `a folded change has the effect of all its changes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var starred: [Int: Movie] = [:]
    for number in 0..<4 { starred[number] = movie(number) }
    let before = Dictionary(uniqueKeysWithValues: starred.values.map { ($0.id, $0) })

    var folded: (any OutgoingNotification)?
    for revision in 1...40 {
      var next = change(revision)
      // Several movies at once, like the changes of another process; each in at most one of the three lists.
      for number in 0..<8 where Int.random(in: 0..<3, using: &random) == 0 {
        if starred[number] == nil {
          starred[number] = movie(number, year: 1_900 + revision)
          next.added.append(entry(movie(number, year: 1_900 + revision)))
        } else if Bool.random(using: &random) {
          starred[number] = movie(number, year: 1_900 + revision)
          next.updated.append(entry(movie(number, year: 1_900 + revision)))
        } else {
          starred[number] = nil
          next.removed.append(movie(number).id)
        }
      }
      next.state.total = starred.count
      let notification = FavoritesChangedNotification(next)
      folded = folded == nil ? notification : try #require(folded?.folded(with: notification))
    }

    let json = try JSON.parse(params(try #require(folded)))
    let (added, updated, removed) = (ids(json, "added") ?? [], ids(json, "updated") ?? [], ids(json, "removed") ?? [])
    #expect(Set(added + updated + removed).count == (added + updated + removed).count, "each movie is in one list")
    #expect(json["previousRevision"]?.int == 0)
    #expect(json["revision"]?.int == 40)
    #expect(json["total"]?.int == starred.count)

    var favorites = before
    for id in removed { favorites[try #require(MovieID(id))] = nil }
    for movie in try movies(json, "added") + movies(json, "updated") { favorites[movie.id] = movie }
    #expect(favorites == Dictionary(uniqueKeysWithValues: starred.values.map { ($0.id, $0) }))
    // Only movies that the client already has are updated.
    for id in updated { #expect(before[try #require(MovieID(id))] != nil) }
  }

  @Test func `a star that is toggled again and again takes no more memory while it waits`() throws {
    func change(_ revision: Int) -> FavoritesChange {
      let isStar = revision % 2 == 1
      return self.change(
        revision, added: isStar ? [movie(1)] : [], removed: isStar ? [] : [movie(1)], total: revision % 2,
        origin: .other)
    }
    let first = FavoritesChangedNotification(change(1))
    var folded: any OutgoingNotification = first
    for revision in 2...101 {
      folded = try #require(folded.folded(with: FavoritesChangedNotification(change(revision))))
    }
    #expect(folded.estimatedBytes == first.estimatedBytes)
  }

  private func movies(_ json: JSON, _ member: String) throws -> [Movie] {
    try (json[member]?.array ?? []).map { try Movie(json: $0, path: "movie") }
  }
}
