"""A tour of every method with the Python client; tour.mjs and tour.lua say the same with theirs.

    tour.py COMMAND...

Prints a line for each answer and at last how many notifications of each kind came, for the three to be compared.
"""
import sys
from collections import Counter

from movieserver import Client, MovieServerError

FILM = "tmdb:496243"
movies = Client(sys.argv[1:], timeout=30)


def reason(call, *arguments, **more):
    try:
        call(*arguments, **more)
    except MovieServerError as error:
        return error.reason
    sys.exit("it should have failed")


def word(value):
    return "true" if value is True else "false" if value is False else f"{value}"


def tell(*values):
    print(*map(word, values))


with movies:
    notes = movies.notifications()
    page = movies.search("parasite", list="tour").page
    tell("search", page.total, page.items[0].id, page.has_more)
    tell("nextPage", len(movies.next_page("tour").items))
    tell("search", movies.search("e", list="tour", limit=30).total)
    page = movies.next_page("tour")
    tell("nextPage", page.page, page.offset)
    sections = movies.home(sections=["popular", "upcoming"])
    tell("home", *(section.section for section in sections), reason(lambda: sections[1].page))
    detail = movies.detail(FILM, reviews=2)
    tell("detail", detail.title, len(detail.reviews.items), detail.reviews.total)
    tell("reviews", movies.reviews(FILM).total)
    tell("poster", movies.poster(FILM).mime_type)
    tell("recommendations", len(movies.recommendations("builtin:tt6751668", list="like").page.items))
    tell("genres", len(movies.genres(catalog="builtin")))
    star = movies.star("builtin:tt6751668")
    tell("star", star.is_favorite, star.changed, star.revision)
    tell("favorites", movies.favorites(sort="title", limit=5).page.items[0].id)
    tell("favorites", len(movies.favorites(since=0).added))
    tell("refreshFavorites", movies.refresh_favorites().refreshed)
    tell("unstar", movies.unstar("builtin:tt6751668").is_favorite)
    tell("session", movies.session().logged_in)
    login = movies.login()
    tell("completeLogin", reason(movies.complete_login, login.request_token))
    tell("completeLogin", movies.complete_login(login.request_token).user.name)
    tell("rate", movies.rate(FILM, 8.5).my_rating)
    tell("unrate", movies.unrate(FILM).id)
    tell("logout", movies.logout().logged_in)
    tell("discover", movies.discover()["openrpc"])
    tell("genres", reason(movies.genres, catalog="nonsense"))
    waiting = movies.submit("search", {"query": "x", "debounceMs": 60000})
    waiting.cancel()
    tell("cancel", reason(waiting.result))
    counts = Counter()
    while note := notes.get(timeout=0.01):
        counts[note.method] += 1
    tell(counts["loading"], counts["favoritesChanged"], counts["sessionChanged"])
