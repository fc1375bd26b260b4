import JSON
import JSONRPC
import TestSupport
import Testing

@testable import MovieAPI
@testable import MovieCore

struct NotificationTests {
  private func params(_ notification: any OutgoingNotification) -> String {
    var writer = JSONWriter()
    notification.encodeParams(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

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
    var change = FavoritesChange(
      state: FavoritesState(epoch: "e", revision: 3, total: 2), previousRevision: 2, added: [movie(1)],
      updated: [movie(2)],
      removed: [movie(3).id], origin: .own)
    for number in 1...2 { change.marks[movie(number).id] = star }
    #expect(
      params(FavoritesChangedNotification(change)) == """
        {"epoch":"e","revision":3,"previousRevision":2,\
        "added":[{"id":"x:1","title":"1","genres":[],"directors":[],"cast":[],"isFavorite":true,"mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],\
        "updated":[{"id":"x:2","title":"2","genres":[],"directors":[],"cast":[],"isFavorite":true,"mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],\
        "removed":["x:3"],"total":2,"origin":"self"}
        """)
  }

  @Test func `resync lists the topics of all notifications that the server sends`() throws {
    let change = FavoritesChange(
      state: FavoritesState(epoch: "e", revision: 1, total: 0), previousRevision: 0, added: [], updated: [],
      removed: [], origin: .own)
    let events: [any Event] = [
      Loading(kind: .home), change,
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

  @Test func `libraryChanged encodes all its members, and a large one is a resync`() throws {
    func change(_ revision: Int, _ changed: [Int], removed: [Int] = []) -> LibraryChange {
      var change = LibraryChange(
        state: LibraryState(epoch: "e", revision: revision, total: 2), previousRevision: revision - 1, origin: .remote)
      change.changed = changed.map { LibraryChange.Entry(movie: movie($0), shown: ShownMark(ids: [], mark: star)) }
      change.removed = removed.map { movie($0).id }
      return change
    }
    #expect(
      params(LibraryChangedNotification(change(3, [1], removed: [3]))) == """
        {"epoch":"e","revision":3,"previousRevision":2,\
        "changed":[{"id":"x:1","title":"1","genres":[],"directors":[],"cast":[],"isFavorite":true,\
        "mark":{"starredAt":"1970-01-01T00:00:00.007Z"}}],"removed":["x:3"],"total":2,"origin":"remote"}
        """)
    var large = change(2, [])
    large.isComplete = false
    #expect(LibraryChangedNotification.make(large).topic.isEmpty)
  }

  private var star: Mark {
    var mark = Mark()
    mark.starredAt = 7
    return mark
  }

  private func movie(_ number: Int) -> Movie {
    Movie(id: MovieID(catalog: "x", native: "\(number)"), title: "\(number)")
  }
}
