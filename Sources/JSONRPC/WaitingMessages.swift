/// Messages that wait because the client does not read: responses as bytes, and notifications as values, into which
/// newer ones are folded. The number of notifications is limited here; the reader limits responses when it stops
/// reading.
struct WaitingMessages {
  private enum Item {
    case response([UInt8])
    case notification(any OutgoingNotification)
  }

  /// The largest number of waiting notifications; the next one is dropped.
  static let maximumNotifications = 10_000
  /// The assumed size of a waiting notification, which is not encoded yet.
  private static let notificationBytes = 256

  private var items: [Item] = []
  private var head = 0
  /// The index in `items` of each waiting notification, by its method and fold key.
  private var indices: [String: Int] = [:]
  private var lostTopics: [String] = []
  private(set) var byteCount = 0

  var isEmpty: Bool { head == items.count && lostTopics.isEmpty }

  mutating func append(_ response: [UInt8]) {
    items.append(.response(response))
    byteCount += response.count
  }

  mutating func append(_ notification: any OutgoingNotification) {
    let key = Self.key(of: notification)
    if let index = indices[key], case .notification(let older) = items[index] {
      // It takes the older one's position, before the responses that were appended since.
      if let folded = older.folded(with: notification) {
        items[index] = .notification(folded)
      } else {
        lose(notification.topic)
      }
    } else if indices.count >= Self.maximumNotifications {
      lose(notification.topic)
    } else {
      indices[key] = items.count
      items.append(.notification(notification))
      byteCount += Self.notificationBytes
    }
  }

  private static func key(of notification: any OutgoingNotification) -> String {
    notification.method + "\n" + notification.foldKey
  }

  private mutating func lose(_ topic: String) {
    if !lostTopics.contains(topic) { lostTopics.append(topic) }
  }

  /// Removes and encodes the first messages, up to about this many bytes. A `resync` comes first if notifications were
  /// lost.
  mutating func dequeue(bytes: Int) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var count = 0
    if !lostTopics.isEmpty {
      messages.append(Resync(topics: lostTopics).encodeMessage())
      lostTopics = []
    }
    while head < items.count, count < bytes {
      switch items[head] {
      case .response(let message):
        byteCount -= message.count
        messages.append(message)
      case .notification(let notification):
        byteCount -= Self.notificationBytes
        indices[Self.key(of: notification)] = nil
        messages.append(notification.encodeMessage())
      }
      count += messages[messages.count - 1].count
      items[head] = .response([])
      head += 1
    }
    if head == items.count {
      items = []
      head = 0
    } else if head > 4_096, head > items.count / 2 {
      compact()
    }
    return messages
  }

  private mutating func compact() {
    items.removeFirst(head)
    for (key, index) in indices { indices[key] = index - head }
    head = 0
  }
}
