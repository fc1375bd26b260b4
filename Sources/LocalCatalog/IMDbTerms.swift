public enum IMDbTerms {
  /// The text that programs have to show with the content.
  public static let attribution = "Information courtesy of IMDb (https://www.imdb.com). Used with permission."

  /// The most important of the terms, for the person who imports the files.
  public static let summary = """
    IMDb's files are for personal and non-commercial use only. You may keep a
    copy of them. You must not alter, republish, resell or pass on the data, or
    use it to make a database for others. Programs that show it must say:

    \(attribution)

    The full terms: https://developer.imdb.com/non-commercial-datasets/
    """
}
