"""The client against the server's description of the protocol: every method and member is there, with its name."""

from __future__ import annotations

import dataclasses
import inspect
import keyword
import re
import unittest
from typing import Any, get_args

import movieserver
from movieserver import AsyncClient, Client, _schema, models, notifications
from movieserver._model import Model

from .support import ServerTest

CLIENTS = (Client, AsyncClient)

NAMES = {"rpc.discover": "describe", "initialize": "__init__"}
"""Methods whose names differ from the server's."""

PASSED = {"person": "person", "collection": "collection"}
"""What is passed as its id or as an object, if it is not a movie."""

BY_ITSELF = {"protocolVersion", "processId", "since"}
"""Params that a client sends by itself, or in a method of its own: `favorites_since`, `library_since`."""

MODELS: dict[str, type[Model]] = {
    "FavoritesDifference": models.FavoritesDelta,
    "LibraryDifference": models.LibraryDelta,
    "Favorite": models.Movie,
    "MovieData": models.Movie,
    "FailedSection": models.SectionPage,
    "SourceRating": models.RatingSource,
}
"""Classes whose names differ from the server's objects."""

WITHOUT_MODEL = {"Done", "Error", "ErrorData", "Genres", "Home", "OpenRPC", "People", "Tags"}
"""Objects that the client unpacks or returns unchanged."""


def snake(name: str) -> str:
    name = re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), name)
    return name + "_" if keyword.iskeyword(name) else name


def camel(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name.rstrip("_"))


def model(name: str) -> type[Model]:
    found: type[Model] = MODELS.get(name) or getattr(models, name)
    return found


def within(part: Any, whole: Any) -> bool:
    """Whether another object has every member of an object, at any depth."""
    if isinstance(part, dict):
        return all(name in whole and within(value, whole[name]) for name, value in part.items())
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(within, part, whole))
    return bool(part == whole)


class MethodTests(unittest.TestCase):
    def test_both_clients_have_every_method_with_every_parameter(self) -> None:
        for client in CLIENTS:
            for name, params in _schema.METHODS.items():
                with self.subTest(client=client.__name__, method=name):
                    call = getattr(client, NAMES.get(name, snake(name)))
                    own = {
                        PASSED.get(name, "movie") if each == "id" else each
                        for each in (*params.required, *params.optional)
                    } - BY_ITSELF
                    self.assertLessEqual({snake(each) for each in own}, set(inspect.signature(call).parameters))

    def test_neither_client_has_a_parameter_that_the_server_lacks(self) -> None:
        for client in CLIENTS:
            for name, params in _schema.METHODS.items():
                with self.subTest(client=client.__name__, method=name):
                    if name == "initialize":
                        continue
                    call = getattr(client, NAMES.get(name, snake(name)))
                    own = {
                        "id" if each == PASSED.get(name, "movie") else camel(each)
                        for each in inspect.signature(call).parameters
                    }
                    self.assertLessEqual(own - {"self"}, {*params.required, *params.optional})


class ObjectTests(unittest.TestCase):
    def test_every_object_has_a_model_with_every_member(self) -> None:
        for name in _schema.MEMBERS.keys() - WITHOUT_MODEL:
            with self.subTest(name):
                self.check(model(name), _schema.MEMBERS[name])

    def test_every_notification_has_a_model_with_every_member(self) -> None:
        known = {each.method: each for each in notifications._CLASSES.values()}
        self.assertEqual(_schema.NOTIFICATIONS.keys(), known.keys())
        self.assertEqual(set(get_args(notifications.NotificationName)), known.keys())
        for name, params in _schema.NOTIFICATIONS.items():
            with self.subTest(name):
                self.check(known[name], params)

    def test_the_package_exports_every_notification(self) -> None:
        names = {each.__name__ for each in notifications._CLASSES.values()}
        self.assertLessEqual(names, set(movieserver.__all__))

    def check(self, known: type[Any], params: _schema.Params) -> None:
        fields = {camel(each.name): each for each in dataclasses.fields(known)}
        self.assertLessEqual({*params.required, *params.optional}, fields.keys())
        needed = {
            name
            for name, each in fields.items()
            if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
        }
        self.assertLessEqual(needed & {*params.required, *params.optional}, {*params.required})


class DocumentTests(ServerTest):
    def test_the_schema_equals_the_servers(self) -> None:
        document = self.client().describe()
        requests = [each for each in document["methods"] if "result" in each]
        self.assertEqual(list(_schema.METHODS), [each["name"] for each in requests])
        for method in requests:
            with self.subTest(method["name"]):
                params = _schema.METHODS[method["name"]]
                self.assertEqual((*params.required, *params.optional), tuple(each["name"] for each in method["params"]))
        reasons = {each["reason"]: (each["code"], each["retryable"]) for each in document["x-reasons"]}
        self.assertEqual(_schema.REASONS, reasons)

    def test_the_examples_are_decoded_completely(self) -> None:
        for method in self.client().describe()["methods"]:
            [name, *_] = _schema.RESULTS.get(method["name"], WITHOUT_MODEL)
            for example in method["examples"]:
                if name in WITHOUT_MODEL:
                    continue
                with self.subTest(method["name"], example=example["name"]):
                    wire = example["result"]["value"]
                    known = models.FavoritesDelta if "fresh" in wire else model(name)
                    self.assertTrue(within(wire, known.from_json(wire).to_json()), wire)
