"""Calls every method with the Python client. tour.mjs and tour.lua do the same with the other clients.

    tour.py COMMAND...

Prints a line for each response, and finally the number of notifications of each kind. A test compares the output of the
three programs.
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
    sys.exit("the call should have failed")


def word(value):
    return "true" if value is True else "false" if value is False else f"{value}"


def report(*values):
    print(*map(word, values))


with movies:
    notes = movies.notifications()
    page = movies.search("parasite", list="tour").page
    report("search", page.total, page.items[0].id, page.has_more)
    report("nextPage", len(movies.next_page("tour").items))
    report("search", movies.search("e", list="tour", limit=30).total)
    page = movies.next_page("tour")
    report("nextPage", page.page, page.offset)
    sections = movies.home(sections=["popular", "upcoming"])
    report("home", *(section.section for section in sections), reason(lambda: sections[1].page))
    detail = movies.detail(FILM, reviews=2)
    report("detail", detail.title, len(detail.reviews.items), detail.reviews.total)
    report("reviews", movies.reviews(FILM).total)
    report("poster", movies.poster(FILM).mime_type)
    report("recommendations", len(movies.recommendations("builtin:tt6751668", list="like").page.items))
    report("genres", len(movies.genres(catalog="builtin")))
    report("discover", movies.discover(country="KR", sort="random", seed=7, limit=3, list="random").total)
    report("people", len(movies.people("song kang-ho", limit=1)))
    report("person", movies.person("tmdb:811476").name)
    report("collection", movies.collection("tmdb:263").items[0].title)
    star = movies.star("builtin:tt6751668")
    report("star", star.is_favorite, star.changed, star.revision)
    report("favorites", movies.favorites(sort="title", limit=5).page.items[0].id)
    report("favorites", len(movies.favorites_since(0).added))
    report("refreshFavorites", movies.refresh_favorites().refreshed)
    report("unstar", movies.unstar("builtin:tt6751668").is_favorite)
    report("mark", movies.mark("builtin:tt6751668", watchlist=True).changed)
    # `log_viewing` asks first what is kept, which the other clients do not.
    viewing = {"id": "builtin:tt6751668", "viewing": "v1", "date": "2026-01-31", "rating": 8.5}
    report("logViewing", movies.request("logViewing", viewing)["mark"]["viewings"])
    report("diary", *(item.date for item in movies.diary()))
    report("library", movies.library(filter="viewed").total)
    report("tags", len(movies.tags()))
    report("statistics", movies.statistics(from_="2026-01-01").viewings)
    report("deleteViewing", movies.delete_viewing("v1").changed)
    report("importLibrary", reason(movies.import_library, "/nowhere/letterboxd.zip"))
    report("exportLibrary", reason(movies.export_library, "/nowhere/library.json"))
    report("syncStatus", movies.sync_status().enabled)
    report("session", movies.session().logged_in)
    login = movies.login()
    report("completeLogin", reason(movies.complete_login, login.request_token))
    report("completeLogin", movies.complete_login(login.request_token).user.name)
    report("rate", movies.rate(FILM, 8.5).my_rating)
    report("unrate", movies.unrate(FILM).id)
    report("logout", movies.logout().logged_in)
    report("rpc.discover", movies.describe()["openrpc"])
    report("genres", reason(movies.genres, catalog="nonsense"))
    search = movies.submit("search", {"query": "x", "debounceMs": 60000})
    search.cancel()
    report("cancel", reason(search.result))
    counts = Counter()
    while note := notes.get(timeout=0.01):
        counts[note.method] += 1
    report(*(counts[name] for name in ("loading", "favoritesChanged", "libraryChanged", "sessionChanged")))
