import PostgreSQL

/// The address of the database that several machines share, with libpq's parameters.
public struct DatabaseURL: Sendable {
  /// By libpq's keywords. Without a password.
  let parameters: [(keyword: String, value: String)]
  /// The password that the URL contains; nil for libpq's own ways, such as `.pgpass`, or a command.
  let password: String?

  /// Reads a URL, `postgresql://[user@]host[:port][,host…]/database[?parameter=value…]`, with the defaults of this
  /// program: a certificate that is checked, unless the server is on this machine or the URL says otherwise; of several
  /// hosts the one that can be written to.
  public init(_ text: String, _ library: PostgresLibrary) throws(PostgresError) {
    let given = try library.parameters(of: text)
    func value(_ keyword: String) -> String? { given.last { $0.keyword == keyword }?.value }
    let hosts = (value("host") ?? value("hostaddr") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let defaults = [
      ("sslmode", hosts.allSatisfy(Self.isLocal) ? "prefer" : "verify-full"), ("target_session_attrs", "read-write"),
      ("application_name", "movie-server"), ("client_encoding", "UTF8"), ("keepalives_idle", "60"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"),
    ]
    password = value("password")
    parameters = defaults.filter { value($0.0) == nil } + given.filter { $0.keyword != "password" }
  }

  /// Whether a text looks like a URL of PostgreSQL; libpq is not needed.
  public static func isURL(_ text: String) -> Bool { ["postgresql://", "postgres://"].contains(where: text.hasPrefix) }

  /// Whether a URL contains a password: one on a command line could be read by everybody on this machine.
  public static func hasPassword(_ text: String) -> Bool {
    let rest = text.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
    let query = rest.drop { $0 != "?" }.dropFirst()
    return user.contains(":")
      || query.split(separator: "&").contains { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }
  }

  /// Whether a host is this machine: a folder with a socket, or a loopback address.
  private static func isLocal(_ host: Substring) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host == "localhost" || host.hasPrefix("127.") || host == "::1"
  }
}
