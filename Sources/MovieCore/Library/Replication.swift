/// Keeps a library equal to those of other machines. Requests never wait for it.
public protocol Replication: Sendable {
  /// Starts to replicate in the background, and reports each change of the state on any thread; `onChange` must not
  /// wait. To be called once.
  func start(_ onChange: @escaping @Sendable (ReplicationStatus) -> Void)

  /// The state at this moment. Waits for the store, and never for another machine.
  func status() async -> ReplicationStatus
}

/// How far this machine agrees with the others.
public struct ReplicationStatus: JSONObject, Hashable, Sendable, Event {
  /// The states. Raw values are wire names.
  public enum State: String, CaseIterable, Sendable {
    /// Everything was sent and received.
    case inSync
    /// Changes are being exchanged.
    case behind
    /// The database cannot be reached. The connection is tried again.
    case offline
    /// The database refuses what is asked, and a person must act. The connection is tried again, once a minute.
    case failed
  }

  /// Another data folder that has connected to the database, or this one.
  public struct Device: JSONObject, Hashable, Sendable {
    /// The name of its machine.
    public var name: String
    /// When it was last connected, in ISO 8601 and UTC.
    public var seenAt: String

    /// - Parameter seenAt: in ISO 8601 and UTC.
    public init(name: String, seenAt: String) { (self.name, self.seenAt) = (name, seenAt) }

    public static var schema: JSONSchema { shared("Device", "A data folder that takes part in a synchronization.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of its machine.") { $0.name }
      field.required("seenAt", .string, "When it was last connected, in ISO 8601 and UTC.") { $0.seenAt }
    }
  }

  /// Whether a database is configured.
  public var isEnabled: Bool
  /// Nil before the first attempt to connect.
  public var state: State?
  /// The number of changes of this machine that the database does not have, up to 10,000; nil if it is unknown.
  public var pending: Int?
  /// When everything was last sent and received, in milliseconds since 1970.
  public var lastSyncedAt: Int?
  /// The id of this data folder.
  public var device: String?
  /// The devices of the library, as of the last connection.
  public var devices: [Device] = []
  /// Why the state is `offline` or `failed`, for people.
  public var error: String?

  /// - Parameter isEnabled: whether a database is configured.
  public init(isEnabled: Bool) { self.isEnabled = isEnabled }

  public static var schema: JSONSchema { shared("SyncStatus", "How far this machine agrees with the others.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("enabled", .boolean, "Whether a database is configured.") { $0.isEnabled }
    field.optional(
      "state", JSONSchema.oneOf(State.self),
      "Whether this machine and the database agree; absent before the first attempt to connect."
    ) { $0.state?.rawValue }
    field.optional(
      "pending", .count,
      "The number of changes that the database does not have yet, up to 10,000; absent if it is unknown."
    ) { $0.pending }
    field.optional("lastSyncedAt", .string, "When everything was last exchanged, in ISO 8601 and UTC.") {
      $0.lastSyncedAt.map(Timestamp.iso8601)
    }
    field.optional("device", .string, "The id of this data folder.") { $0.device }
    field.optional("devices", .array(of: Device.schema), "The devices of the library, that seen last first.") {
      $0.devices.isEmpty ? nil : $0.devices
    }
    field.optional("error", .string, "Why the state is `offline` or `failed`, for people.") { $0.error }
  }
}
