import Foundation

/// Shell commands that give a process file systems of its own, which end with it.
enum MountNamespace {
  /// Runs the command that follows in a new namespace. A user other than root can mount only if the system allows user
  /// namespaces.
  static let unshare = geteuid() == 0 ? "unshare -m" : "unshare -Urm"
  /// Runs a command in the namespace of a process: `-t` and its number follow.
  static let enter = geteuid() == 0 ? "nsenter -m" : "nsenter -U -m --preserve-credentials"

  static let isPossible: Bool = {
    guard
      let probe = try? PipedProcess(
        "/bin/sh", ["-c", "exec \(unshare) mount -t tmpfs none /mnt"],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
    else { return false }
    defer { probe.destroy() }
    return (try? probe.waitForExit()) == .exited(0)
  }()
}
