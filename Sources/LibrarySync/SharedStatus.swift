import JSON
import MovieCore
import OperatingSystem

/// The state of replication in a file of the data folder, for the processes that do not have the connection.
struct SharedStatus: Sendable {
  private let file: PrivateJSONFile

  init(folder: String) { file = PrivateJSONFile(folder: folder, name: "sync.json") }

  /// Writes the state; a failure only leaves an older one.
  func write(_ status: ReplicationStatus) {
    var members: [JSON.Member] = []
    if let state = status.state { members.append(JSON.Member("state", .string(state.rawValue))) }
    if let time = status.lastSyncedAt { members.append(JSON.Member("lastSyncedAt", .integer(time))) }
    if let error = status.error { members.append(JSON.Member("error", .string(error))) }
    let devices = status.devices.map { device in
      JSON.object([JSON.Member("name", .string(device.name)), JSON.Member("seenAt", .string(device.seenAt))])
    }
    members.append(JSON.Member("devices", .array(devices)))
    try? file.update { _ in members }
  }

  /// Reads the state; nil if there is none.
  func read() -> ReplicationStatus? {
    guard case .members(let members) = file.read() else { return nil }
    let json = JSON.object(members)
    guard let state = json["state"]?.string.flatMap(ReplicationStatus.State.init) else { return nil }
    var status = ReplicationStatus(isEnabled: true)
    status.state = state
    status.lastSyncedAt = json["lastSyncedAt"]?.int
    status.error = json["error"]?.string
    status.devices = (json["devices"]?.array ?? []).compactMap { device in
      guard let name = device["name"]?.string, let seenAt = device["seenAt"]?.string else { return nil }
      return ReplicationStatus.Device(name: name, seenAt: seenAt)
    }
    return status
  }
}
