"""The exceptions: one class for each family of errors. `reason` tells the errors of a family apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class MovieServerError(Exception):
    """The base of all exceptions of this package. Branch on `reason`; the message is for people."""

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
        """Milliseconds to wait before a retry, if the server knows."""
        value = self.data.get("retryAfterMs")
        return value if isinstance(value, int) else None

    @property
    def field(self) -> str | None:
        """The parameter that is wrong or missing."""
        value = self.data.get("field")
        return value if isinstance(value, str) else None


class InvalidRequest(MovieServerError):
    """The request itself is wrong; a retry will not help."""


class RequestCancelled(MovieServerError):
    """The request was cancelled before it had a result."""


class Superseded(RequestCancelled):
    """A newer search into the same list superseded this one."""


class MovieNotFound(MovieServerError):
    """No movie has this id."""


class PosterUnavailable(MovieServerError):
    """The movie has no poster, or the catalog has no such image."""


class ListNotReady(MovieServerError):
    """There is no such list, or its search has failed."""


class CatalogError(MovieServerError):
    """The catalog is unknown, not configured or discontinued, or it does not support this."""


class UpstreamError(MovieServerError):
    """The catalog's service did not respond, or its response was an error or invalid."""


class AccountError(MovieServerError):
    """A login is needed."""


class NotApproved(AccountError):
    """The user has not approved the login yet; try again later."""


class ServerFailure(MovieServerError):
    """The server failed: storage, overload, shutdown, or an internal error."""


class InvalidResponse(MovieServerError):
    """The server's response lacks a member, or a member has the wrong type."""


class RequestTimeout(MovieServerError, TimeoutError):
    """No response came in time. The request was cancelled, but may have taken effect."""


class ServerNotFound(MovieServerError):
    """The server's program does not exist or cannot be started."""


class ServerGone(MovieServerError):
    """The server's process ended, hung (reason `timeout`) or this client was closed, before the response."""


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
    "posterUnavailable": PosterUnavailable,
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
    """Return the exception for the `error` member of a response."""
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
