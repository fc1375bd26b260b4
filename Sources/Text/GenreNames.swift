/// The Korean names of IMDb's genres, which the catalogs without a service share.
public enum GenreNames {
  /// The Korean name of a genre; nil if IMDb has no such genre.
  public static func korean(_ english: String) -> String? { names[english] }

  private static let names = [
    "Action": "액션", "Adult": "성인", "Adventure": "모험", "Animation": "애니메이션", "Biography": "전기", "Comedy": "코미디",
    "Crime": "범죄", "Documentary": "다큐멘터리", "Drama": "드라마", "Family": "가족", "Fantasy": "판타지", "Film-Noir": "필름 누아르",
    "Game-Show": "게임쇼", "History": "역사", "Horror": "공포", "Music": "음악", "Musical": "뮤지컬", "Mystery": "미스터리",
    "News": "뉴스", "Reality-TV": "리얼리티", "Romance": "로맨스", "Sci-Fi": "SF", "Short": "단편", "Sport": "스포츠",
    "Talk-Show": "토크쇼", "Thriller": "스릴러", "War": "전쟁", "Western": "서부극",
  ]

  /// Other words that people use for a genre.
  private static let synonyms = [
    "Animation": ["만화영화"], "Comedy": ["코메디"], "Horror": ["호러"], "Romance": ["멜로"],
    "Sci-Fi": ["Science Fiction", "공상과학"],
  ]

  /// The words for which a search finds films of a genre.
  public static func searchWords(_ english: String) -> [String] {
    [english] + [korean(english)].compactMap { $0 } + (synonyms[english] ?? [])
  }
}
