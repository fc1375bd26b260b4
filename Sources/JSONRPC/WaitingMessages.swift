/// Messages that wait because the client does not read: responses as bytes, notifications as values that later ones
/// fold into. Bounded on the side of notifications; responses are bounded by the reader, which stops reading.
struct WaitingMessages {
  private enum Item {
    case response([UInt8])
    case notification(any OutgoingNotification)
  }

  /// Beyond this many waiting notifications the next one is dropped.
  static let maximumNotifications = 10_000
  /// What a waiting notification is taken to weigh, since it is not encoded yet.
  private static let notificationBytes = 256

  private var items: [Item] = []
  private var head = 0
  /// Where in `items` the waiting notification of a method and key is.
  private var places: [String: Int] = [:]
  private var lostTopics: [String] = []
  private(set) var byteCount = 0

  var isEmpty: Bool { head == items.count && lostTopics.isEmpty }

  mutating func append(_ response: [UInt8]) {
    items.append(.response(response))
    byteCount += response.count
  }

  mutating func append(_ notification: any OutgoingNotification) {
    let key = notification.method + "\n" + notification.foldKey
    if let place = places[key], case .notification(let older) = items[place] {
      // In the older one's place: it stays before every response that it was before.
      if let folded = older.folded(with: notification) {
        items[place] = .notification(folded)
      } else {
        lose(notification.topic)
      }
    } else if places.count >= Self.maximumNotifications {
      lose(notification.topic)
    } else {
      places[key] = items.count
      items.append(.notification(notification))
      byteCount += Self.notificationBytes
    }
  }

  private mutating func lose(_ topic: String) {
    if !lostTopics.contains(topic) { lostTopics.append(topic) }
  }

  /// Takes messages of about so many bytes from the front, encoded; a `resync` first where something was lost.
  mutating func take(bytes: Int) -> [[UInt8]] {
    var taken: [[UInt8]] = []
    var count = 0
    if !lostTopics.isEmpty {
      taken.append(Resync(topics: lostTopics).encodeMessage())
      lostTopics = []
    }
    while head < items.count, count < bytes {
      switch items[head] {
      case .response(let message):
        byteCount -= message.count
        taken.append(message)
      case .notification(let notification):
        byteCount -= Self.notificationBytes
        places[notification.method + "\n" + notification.foldKey] = nil
        taken.append(notification.encodeMessage())
      }
      count += taken[taken.count - 1].count
      items[head] = .response([])
      head += 1
    }
    if head == items.count {
      items = []
      head = 0
    } else if head > 4_096, head > items.count / 2 {
      compact()
    }
    return taken
  }

  private mutating func compact() {
    items.removeFirst(head)
    for (key, place) in places { places[key] = place - head }
    head = 0
  }
}
