import JSON
import MovieCore

/// Methods that need a capability which none of this build's catalogs has: they answer `unsupportedByCatalog`, after
/// the same checks of their catalog that every method makes.
enum BeyondBuiltin {
  static let id = Parameter.movieID("id", "The movie.")
  static let optionalID = Parameter.optionalMovieID("id", "The movie.")
  static let catalog = Parameter.optionalText("catalog", "The catalog.")

  static let methods: [Method] = [
    aboutMovie("reviews", "Gives a page of a movie's reviews.", "reviews"),
    aboutMovie("rate", "Rates a movie.", "ratings by its users"),
    aboutMovie("unrate", "Takes the user's rating of a movie back.", "ratings by its users"),
    Method("poster", "Fetches a movie's poster into the cache.", [optionalID]) { call in
      let name = try call(optionalID)?.catalog ?? call.session.currentSettings.catalog
      throw MovieError.unsupported("posters", by: try call.session.catalogs.catalog(name).info.name)
    },
    aboutAccount("login", "Begins a login."),
    aboutAccount("completeLogin", "Completes a login that the user has approved."),
    aboutAccount("logout", "Ends the session with a catalog's account."),
    aboutAccount("session", "Tells whether the user is logged in."),
  ]

  private static func aboutMovie(_ name: String, _ summary: String, _ what: String) -> Method {
    Method(name, summary, [id]) { call in
      let catalog = try call.session.catalogs.catalog(try call(id).catalog)
      throw MovieError.unsupported(what, by: catalog.info.name)
    }
  }

  private static func aboutAccount(_ name: String, _ summary: String) -> Method {
    Method(name, summary, [catalog]) { call in
      let name = try call(catalog) ?? call.session.currentSettings.catalog
      throw MovieError.unsupported("accounts", by: try call.session.catalogs.catalog(name).info.name)
    }
  }
}
