extension ClientSession {
  /// What to fetch: a movie's poster, or a picture by the address under which this server has handed it out.
  public enum PosterSource: Sendable {
    case id(MovieID)
    case url(String)
  }

  /// A picture as a file.
  ///
  /// - Parameter width: in pixels, the smallest that serves.
  public func poster(_ source: PosterSource, width: Int, activity: Activity = Activity()) async throws -> PosterFile {
    let name =
      switch source {
      case .id(let id): id.catalog
      case .url(let url): try await catalogName(of: url)
      }
    let catalog = try catalogs.catalog(name)
    guard let posters, catalog.info.capabilities.contains(.poster) else {
      throw MovieError.unsupported("posters", by: name)
    }
    let spinner = spinner(.poster, activity: activity)
    spinner.begin()
    return try await loading(spinner) {
      let url =
        switch source {
        case .id(let id): try await posterAddress(of: id, in: catalog)
        case .url(let url): url
        }
      return try await posters.file(of: try await catalog.picture(at: url, width: width))
    }
  }

  private func posterAddress(of id: MovieID, in catalog: any Catalog) async throws -> String {
    if let url = handedOut.poster(of: id) { return url }
    await favorites.opened()
    if favorites.contains(id), let url = try? await favorites.kept(id).uncancellableValue()?.posterUrl { return url }
    guard let url = try await catalog.movie(id, language: currentSettings.language).posterUrl else {
      throw MovieError(.movieNotFound, "The movie \(id) has no poster.", catalog: id.catalog)
    }
    return url
  }

  /// - Throws: `invalidParams` where the address was not handed out.
  private func catalogName(of url: String) async throws -> String {
    if let name = handedOut.catalog(of: url) { return name }
    // Favorites are handed out by the store too, whenever they change.
    let favorite = try? await favorites.list(.all).uncancellableValue().items.first { $0.movie.posterUrl == url }
    guard let favorite else {
      throw MovieError.invalidParams("The member url must be an address that this server has given.", field: "url")
    }
    return favorite.movie.id.catalog
  }
}
