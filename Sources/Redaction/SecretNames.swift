/// The names under which JSON members, query items and header fields hold secrets.
public enum SecretNames {
  /// The names in lowercase. Names are compared without regard to case.
  public static let all: Set<String> = [
    "access_token", "accesstoken", "api_key", "apikey", "guest_session_id", "password", "request_token",
    "requesttoken", "session_id", "sessionid", "token",
  ]

  private static let longest = all.map(\.utf8.count).max() ?? 0
  private static let shortest = all.map(\.utf8.count).min() ?? 0

  public static func contains(_ name: String) -> Bool {
    (shortest...longest).contains(name.utf8.count) && all.contains(name.lowercased())
  }
}
