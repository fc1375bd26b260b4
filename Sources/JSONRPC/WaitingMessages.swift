/// Messages that wait because the client does not read: responses as bytes, and notifications as values, into which
/// newer ones are folded. Only their number is limited here.
struct WaitingMessages {
  struct Output {
    var bytes: [UInt8]
    /// Whether it is a part of a message, with its delimiters, and not a whole message.
    var isPart = false
    /// Whether it is a part that is not the first one.
    var isContinuation = false
    var counted = 0
  }

  private enum Item {
    case response(Output)
    case notification(any OutgoingNotification)
  }

  /// The largest number of waiting notifications; the next one is dropped.
  static let maximumNotifications = 10_000
  /// The largest size of all waiting notifications, which are not encoded yet; about. More are dropped.
  private static let maximumNotificationBytes = 8 << 20

  private var items: [Item] = []
  private var head = 0
  /// The index in `items` of each waiting notification, by its method and fold key.
  private var indices: [String: Int] = [:]
  private var lostTopics: [String] = []
  private(set) var byteCount = 0
  /// The part of `byteCount` that the gate of large responses counts.
  private(set) var countedBytes = 0
  private var notificationBytes = 0

  var isEmpty: Bool { head == items.count && lostTopics.isEmpty }

  mutating func append(_ response: Output) {
    var response = response
    // An array that has grown step by step can be twice as large as its contents.
    if response.bytes.capacity > response.bytes.count + response.bytes.count / 4 {
      response.bytes = response.bytes.withUnsafeBufferPointer { Array($0) }
    }
    items.append(.response(response))
    byteCount += response.bytes.count
    countedBytes += response.counted
  }

  mutating func append(_ notification: any OutgoingNotification) {
    let key = Self.key(of: notification)
    if let index = indices[key], case .notification(let older) = items[index] {
      // It takes the older one's position, before the responses that were appended since.
      if fits(notification), let folded = older.folded(with: notification) {
        items[index] = .notification(folded)
        count(folded.estimatedBytes - older.estimatedBytes)
      } else {
        lose(notification.topic)
      }
    } else if indices.count >= Self.maximumNotifications || !fits(notification) {
      lose(notification.topic)
    } else {
      indices[key] = items.count
      items.append(.notification(notification))
      count(notification.estimatedBytes)
    }
  }

  private func fits(_ notification: any OutgoingNotification) -> Bool {
    // Small ones are limited by their number.
    notification.estimatedBytes <= 256
      || notificationBytes + notification.estimatedBytes <= Self.maximumNotificationBytes
  }

  private mutating func count(_ bytes: Int) {
    notificationBytes += bytes
    byteCount += bytes
  }

  private static func key(of notification: any OutgoingNotification) -> String {
    notification.method + "\n" + notification.foldKey
  }

  /// Whether a part of a message has been removed and the next one has not.
  private var isInMessage: Bool {
    if head < items.count, case .response(let next) = items[head] { next.isContinuation } else { false }
  }

  private mutating func lose(_ topic: String) { if !lostTopics.contains(topic) { lostTopics.append(topic) } }

  /// Removes and encodes messages, up to about this many bytes, after a notice if notifications were lost.
  mutating func dequeue(bytes: Int, lossNotice: ([String]) -> (any OutgoingNotification)?) -> [Output] {
    var messages: [Output] = []
    var total = 0
    while head < items.count ? total < bytes : !lostTopics.isEmpty {
      // Between the parts of a message nothing else may be written.
      if !lostTopics.isEmpty, !isInMessage {
        if let notice = lossNotice(lostTopics) { messages.append(Output(bytes: notice.encodeMessage())) }
        lostTopics = []
        continue
      }
      switch items[head] {
      case .response(let message):
        byteCount -= message.bytes.count
        countedBytes -= message.counted
        messages.append(message)
      case .notification(let notification):
        count(-notification.estimatedBytes)
        indices[Self.key(of: notification)] = nil
        messages.append(Output(bytes: notification.encodeMessage()))
      }
      total += messages[messages.count - 1].bytes.count
      items[head] = .response(Output(bytes: []))
      head += 1
    }
    if head == items.count {
      (items, head) = ([], 0)
    } else if head > 4_096, head > items.count / 2 {
      items.removeFirst(head)
      for (key, index) in indices { indices[key] = index - head }
      head = 0
    }
    return messages
  }
}

/// A notification to the client. While it does not read, they wait as values, into which newer ones are folded: a slow
/// reader gets fewer, but never a wrong state.
public protocol OutgoingNotification: Sendable {
  var method: String { get }

  /// Notifications with the same method and key can be folded.
  var foldKey: String { get }

  /// The name by which `WireProtocol.lossNotice` reports that notifications of this kind were lost.
  var topic: String { get }

  var estimatedBytes: Int { get }

  var params: any JSONEncodable & Sendable { get }

  /// Combines it with a newer one of the same method and key; nil if that is impossible, and the newer one is dropped.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)?
}

extension OutgoingNotification {
  public var estimatedBytes: Int { 256 }

  /// The parameters as a value.
  public var jsonParams: JSON { (try? JSON.parse(params.jsonBytes)) ?? [:] }

  func encodeMessage() -> [UInt8] {
    Message.encode(nil) { message in
      message.member("method", method)
      message.member("params", params)
    }
  }
}
