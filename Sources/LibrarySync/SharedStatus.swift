import JSON
import MovieCore
import OperatingSystem

/// The state of replication in a file of the data folder, for the processes that do not have the connection.
struct SharedStatus: Sendable {
  private let file: PrivateJSONFile

  init(folder: String) { file = PrivateJSONFile(folder: folder, name: "sync.json") }

  /// Writes the state; a failure only leaves an older one.
  func write(_ status: ReplicationStatus) {
    guard case .object(let members)? = try? JSON.parse(status.jsonText) else { return }
    try? file.update { _ in members }
  }

  /// Reads the state; nil if there is none.
  func read() -> ReplicationStatus? {
    guard case .members(let members) = file.read() else { return nil }
    let json = JSON.object(members)
    guard let state = json["state"]?.string.flatMap(ReplicationStatus.State.init) else { return nil }
    var status = ReplicationStatus(isEnabled: true)
    (status.state, status.error) = (state, json["error"]?.string)
    status.lastSyncedAt = json["lastSyncedAt"]?.string.flatMap(Timestamp.milliseconds)
    status.devices = (json["devices"]?.array ?? []).compactMap { device in
      guard let name = device["name"]?.string, let seenAt = device["seenAt"]?.string else { return nil }
      return ReplicationStatus.Device(name: name, seenAt: seenAt)
    }
    return status
  }
}
