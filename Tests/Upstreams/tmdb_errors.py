"""TMDB's status codes. Each has an HTTP status, which several codes may share."""

from __future__ import annotations

from wire import Reply, json_reply

HTTP = {
    1: 200, 2: 501, 3: 401, 4: 405, 5: 422, 6: 404, 7: 401, 8: 403, 9: 503, 10: 401, 11: 500, 12: 201, 13: 200, 14: 401,
    15: 500, 16: 401, 17: 401, 18: 400, 19: 406, 20: 422, 21: 200, 22: 400, 23: 400, 24: 504, 25: 429, 26: 400, 27: 400,
    28: 400, 29: 400, 30: 401, 31: 401, 32: 401, 33: 401, 34: 404, 35: 401, 36: 401, 37: 404, 38: 401, 39: 401, 40: 200,
    41: 422, 42: 405, 43: 502, 44: 500, 45: 403, 46: 503, 47: 400,
}  # fmt: skip

TEXTS = {
    1: "Success.",
    3: "Authentication failed: You do not have permissions to access the service.",
    6: "Invalid id: The pre-requisite id is invalid or not found.",
    7: "Invalid API key: You must be granted a valid key.",
    9: "Service offline: This service is temporarily offline, try again later.",
    10: "Suspended API key: Access to your account has been suspended, contact TMDB.",
    11: "Internal error: Something went wrong, contact TMDB.",
    12: "The item/record was updated successfully.",
    13: "The item/record was deleted successfully.",
    17: "Session denied.",
    18: "Validation failed.",
    22: "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.",
    24: "Your request to the backend server timed out. Try again.",
    25: "Your request count (41) is over the allowed limit of (40).",
    27: "Too many append to response objects: The maximum number of remote calls is 20.",
    33: "Invalid request token: The request token is either expired or invalid.",
    34: "The resource you requested could not be found.",
    37: "The requested session could not be found.",
    46: "The API is undergoing maintenance. Try again later.",
}


def error(code: int, text: str | None = None, **more: object) -> Reply:
    message = text or TEXTS.get(code, f"Error {code}.")
    return json_reply({"status_code": code, "status_message": message, "success": False, **more}, HTTP[code])


def refusal(status: int) -> Reply:
    """The first error with this HTTP status, or else an unspecific body with it."""
    known = {401: 7, 404: 34, 500: 11, 503: 9, 504: 24}
    code = known.get(status) or next((code for code, http in HTTP.items() if http == status), None)
    if code is not None:
        return error(code)
    return json_reply({"success": False, "status_code": 0, "status_message": "Error."}, status)


def success(status: int = 200, code: int = 1) -> Reply:
    return json_reply({"success": True, "status_code": code, "status_message": TEXTS[code]}, status)
