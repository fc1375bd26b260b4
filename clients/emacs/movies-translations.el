;;; movies-translations.el --- Sentences in other languages  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Made by Tests/generate from clients/translations.

;;; Code:

(defconst movies-translations
  '(
    ("ko"
     ("Cast" . "출연")
     ("Collection" . "시리즈")
     ("Crew" . "제작진")
     ("Discover" . "찾아보기")
     ("Favorites" . "즐겨찾기")
     ("Home" . "홈")
     ("Loading…" . "불러오는 중…")
     ("Log in first." . "먼저 로그인하세요.")
     ("No favorites yet. Press s on a film to star it." . "아직 즐겨찾기가 없습니다. 영화에서 s를 눌러 추가하세요.")
     ("No films found." . "찾은 영화가 없습니다.")
     ("Offline: an earlier result" . "오프라인: 이전 결과")
     ("Recommendations" . "추천")
     ("Reviews" . "리뷰")
     ("Search" . "검색")
     ("Searching…" . "검색 중…")
     ("The quota of the key for {catalog} is used up." . "{catalog} 키의 사용량을 다 썼습니다.")
     ("There is no poster." . "포스터가 없습니다.")
     ("This movie-server has another protocol version. Update it." . "이 movie-server는 프로토콜 버전이 다릅니다. 업데이트하세요.")
     ("Too many films match. Type more." . "해당하는 영화가 너무 많습니다. 더 입력하세요.")
     ("Too many requests to {catalog}. Try again in a moment." . "{catalog}에 요청이 너무 많습니다. 잠시 후 다시 시도하세요.")
     ("Trailers" . "예고편")
     ("Where to watch" . "볼 수 있는 곳")
     ("movie-server has ended: {detail}" . "movie-server가 끝났습니다: {detail}")
     ("movie-server was not found. Install it, or set MOVIE_SERVER to its path." . "movie-server를 찾을 수 없습니다. 설치하거나 MOVIE_SERVER에 경로를 지정하세요.")
     ("{catalog} cannot be reached. Check the network." . "{catalog}에 연결할 수 없습니다. 네트워크를 확인하세요.")
     ("{catalog} cannot do this." . "{catalog}에서는 할 수 없습니다.")
     ("{catalog} did not answer in time. Try again." . "{catalog}이(가) 제때 응답하지 않았습니다. 다시 시도하세요.")
     ("{catalog} does not have this film." . "{catalog}에 이 영화가 없습니다.")
     ("{catalog} has failed. Try again later." . "{catalog}에 문제가 있습니다. 나중에 다시 시도하세요.")))
  "For each language, an alist of English sentences and their translations.")

(provide 'movies-translations)
;;; movies-translations.el ends here
