extension ClientSession {
  /// The image to fetch: a movie's poster, or an image URL that this server has sent.
  public enum PosterSource: Sendable {
    case id(MovieID)
    case url(String)
  }

  /// Fetches an image of at least this width in pixels into a file.
  public func poster(_ source: PosterSource, width: Int, context: RequestContext = .none) async throws -> PosterFile {
    let name =
      switch source {
      case .id(let id): id.catalog
      case .url(let url): try await catalogName(ofImage: url)
      }
    let catalog = try catalogs.catalog(name)
    guard let posters, catalog.info.capabilities.contains(.poster) else {
      throw MovieError.unsupported("posters", by: name)
    }
    return try await loading(.poster, context) {
      try await timeLimit.run(in: catalog) { [self] in
        let url =
          switch source {
          case .id(let id): try await posterURL(of: id, in: catalog)
          case .url(let url): url
          }
        return try await posters.file(of: try await catalog.picture(at: url, width: width))
      }
    }
  }

  private func posterURL(of id: MovieID, in catalog: any Catalog) async throws -> String {
    if let url = knownImages.posterURL(of: id) { return url }
    await favorites.load([id], [])
    if favorites.shown(id) != nil, let kept = try? await favorites.kept(id).uncancellableValue(),
      kept.id.catalog == id.catalog, let url = kept.posterUrl
    {
      return url
    }
    guard let url = try await catalog.movie(id, language: currentSettings.language).posterUrl else {
      throw MovieError(.posterUnavailable, "The movie \(id) has no poster.", catalog: id.catalog)
    }
    return url
  }

  /// The name of the catalog that an image belongs to. Throws `invalidParams` if this server has not sent the URL.
  private func catalogName(ofImage url: String) async throws -> String {
    if let name = knownImages.catalog(ofImage: url) { return name }
    // It may be an image of a film in the library, sent long ago or by another process.
    guard let favorite = try? await favorites.kept(imageURL: url).uncancellableValue() else {
      throw MovieError.invalidParams("The member url must be an image URL that this server has sent.", field: "url")
    }
    return favorite.catalog
  }
}
