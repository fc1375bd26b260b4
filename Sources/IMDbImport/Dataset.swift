public enum Dataset: String, CaseIterable, Sendable {
  // In the order in which they are read: each refers to rows of those before it.
  case basics = "title.basics"
  case ratings = "title.ratings"
  case akas = "title.akas"
  case crew = "title.crew"
  case principals = "title.principals"
  case names = "name.basics"

  public var loss: String? {
    switch self {
    case .basics: nil
    case .ratings: "films have no ratings and no votes"
    case .akas: "films have no Korean or other titles"
    case .crew: "directors and writers come from title.principals"
    case .principals: "films have no cast"
    case .names: "films have no people"
    }
  }

  public static let source = "https://datasets.imdbws.com/"
}
