"""What can go wrong: one exception per family, told apart further by `reason`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class MovieServerError(Exception):
    """The base of them all. `reason` is the name to branch on; the message is for people."""

    def __init__(
        self,
        message: str,
        *,
        reason: str = "internalError",
        code: int | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.code = code
        self.data = dict(data or {})

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return bool(self.data.get("retryable", False))

    @property
    def retry_after_ms(self) -> int | None:
        """How long to wait before trying again, if the server knows."""
        value = self.data.get("retryAfterMs")
        return value if isinstance(value, int) else None

    @property
    def field(self) -> str | None:
        """The parameter that was wrong."""
        value = self.data.get("field")
        return value if isinstance(value, str) else None


class InvalidRequest(MovieServerError):
    """The request itself was wrong; asking again will not help."""


class RequestCancelled(MovieServerError):
    """Somebody cancelled the request before it had a result."""


class Superseded(RequestCancelled):
    """A newer search in the same list took this one's place."""


class MovieNotFound(MovieServerError):
    """No movie has this id."""


class ListNotReady(MovieServerError):
    """There is no such list to continue."""


class CatalogError(MovieServerError):
    """The catalog is unknown, not configured, gone, or cannot do this."""


class UpstreamError(MovieServerError):
    """The catalog's service did not answer, or answered badly."""


class AccountError(MovieServerError):
    """A login is needed."""


class NotApproved(AccountError):
    """The user has not approved the login yet; ask again later."""


class ServerFailure(MovieServerError):
    """The server could not do it: its disk, its load, its end, or a mistake of its own."""


class InvalidResponse(MovieServerError):
    """The server's answer lacks a member, or has one of the wrong type."""


class RequestTimeout(MovieServerError, TimeoutError):
    """No answer came in time. The request was cancelled, but may have had its effect."""


class ServerNotFound(MovieServerError):
    """The server's program is not there, or cannot be started."""


class ServerGone(MovieServerError):
    """The server's process ended, or this client was closed, before the answer."""


_FAMILIES: dict[str, type[MovieServerError]] = {
    "parseError": InvalidRequest,
    "invalidRequest": InvalidRequest,
    "methodNotFound": InvalidRequest,
    "invalidParams": InvalidRequest,
    "messageTooLarge": InvalidRequest,
    "duplicateId": InvalidRequest,
    "protocolVersionUnsupported": InvalidRequest,
    "queryTooBroad": InvalidRequest,
    "cancelled": RequestCancelled,
    "superseded": Superseded,
    "movieNotFound": MovieNotFound,
    "listNotReady": ListNotReady,
    "catalogUnknown": CatalogError,
    "catalogNotConfigured": CatalogError,
    "catalogDiscontinued": CatalogError,
    "unsupportedByCatalog": CatalogError,
    "upstreamUnreachable": UpstreamError,
    "upstreamTimeout": UpstreamError,
    "upstreamRateLimited": UpstreamError,
    "upstreamQuotaExceeded": UpstreamError,
    "upstreamUnauthorized": UpstreamError,
    "upstreamFailed": UpstreamError,
    "upstreamInvalidResponse": UpstreamError,
    "notLoggedIn": AccountError,
    "notApproved": NotApproved,
    "storageFailed": ServerFailure,
    "overloaded": ServerFailure,
    "shuttingDown": ServerFailure,
    "internalError": ServerFailure,
}


def from_json(error: Any) -> MovieServerError:
    """The exception for the `error` member of a response."""
    members = error if isinstance(error, dict) else {}
    data = members.get("data")
    data = data if isinstance(data, dict) else {}
    reason = str(data.get("reason", "internalError"))
    code = members.get("code")
    return _FAMILIES.get(reason, MovieServerError)(
        str(members.get("message", reason)),
        reason=reason,
        code=code if isinstance(code, int) else None,
        data=data,
    )
