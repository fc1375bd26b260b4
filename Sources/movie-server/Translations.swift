// Made by Tests/generate from clients/translations.

/// For each language, English sentences and their translations.
enum Translations {
  static let ko: [String: String] = [
    "All keys": "모든 키",
    "Buy": "구매",
    "Cast": "출연",
    "Certification": "관람 등급",
    "Collection": "시리즈",
    "Countries": "국가",
    "Country": "국가",
    "Directors": "감독",
    "Export": "내보내기",
    "Favorites": "즐겨찾기",
    "Films": "영화",
    "Filter": "거르기",
    "First": "처음 본 영화",
    "Free": "무료",
    "Genres": "장르",
    "Import": "가져오기",
    "Last": "마지막 본 영화",
    "Minutes": "시간(분)",
    "More": "더 보기",
    "My rating": "내 평점",
    "Note": "메모",
    "Open": "열기",
    "Original title": "원제",
    "Rating": "평점",
    "Released": "개봉",
    "Rent": "대여",
    "Search": "검색",
    "Star": "즐겨찾기에 넣기",
    "Statistics": "통계",
    "Status": "상태",
    "Stream": "구독",
    "The catalog": "카탈로그",
    "Title": "제목",
    "Trailer": "예고편",
    "Votes": "투표수",
    "With ads": "광고 포함",
    "Year": "연도",
    "back": "뒤로",
    "close": "닫기",
    "diary": "관람 일기",
    "favorites": "즐겨찾기",
    "help": "도움말",
    "log a viewing": "관람 기록",
    "now": "현재",
    "recommendations": "추천",
    "search": "검색",
    "trailers": "예고편",
    "watchlist": "볼 영화",
  ]

  static let tables = [
    "ko": ko
  ]
}
