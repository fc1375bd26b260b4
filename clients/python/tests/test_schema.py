"""The client against the server's description of the protocol: every method and member is there, with its name."""

from __future__ import annotations

import dataclasses
import inspect
import json
import keyword
import re
import subprocess
import unittest
from typing import Any, get_args

import movieserver
from movieserver import AsyncClient, Client, MovieServerError, errors, models, notifications
from movieserver._model import Model
from movieserver._process import find_command

DOCUMENT = json.loads(subprocess.check_output([*find_command(), "schema"]))
REQUESTS = [each for each in DOCUMENT["methods"] if "result" in each]

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


def param_names(method: dict[str, Any]) -> set[str]:
    return {each["name"] for each in method["params"]}


class MethodTests(unittest.TestCase):
    def test_both_clients_have_every_method_with_every_parameter(self) -> None:
        for client in CLIENTS:
            for name, params in ((each["name"], param_names(each)) for each in REQUESTS):
                with self.subTest(client=client.__name__, method=name):
                    call = getattr(client, NAMES.get(name, snake(name)))
                    own = {PASSED.get(name, "movie") if each == "id" else each for each in params} - BY_ITSELF
                    self.assertLessEqual({snake(each) for each in own}, set(inspect.signature(call).parameters))

    def test_neither_client_has_a_parameter_that_the_server_lacks(self) -> None:
        for client in CLIENTS:
            for name, params in ((each["name"], param_names(each)) for each in REQUESTS):
                with self.subTest(client=client.__name__, method=name):
                    if name == "initialize":
                        continue
                    call = getattr(client, NAMES.get(name, snake(name)))
                    own = {
                        "id" if each == PASSED.get(name, "movie") else camel(each)
                        for each in inspect.signature(call).parameters
                    }
                    self.assertLessEqual(own - {"self"}, params)


class ObjectTests(unittest.TestCase):
    def test_every_object_has_a_model_with_every_member(self) -> None:
        objects = DOCUMENT["components"]["schemas"]
        for name in objects.keys() - WITHOUT_MODEL:
            with self.subTest(name):
                self.check(model(name), {*objects[name].get("properties", ())}, {*objects[name].get("required", ())})

    def test_every_notification_has_a_model_with_every_member(self) -> None:
        known = {each.method: each for each in notifications._CLASSES.values()}
        sent = {each["name"]: each for each in DOCUMENT["methods"] if each.get("x-direction") == "server-to-client"}
        self.assertEqual(sent.keys(), known.keys())
        self.assertEqual(set(get_args(notifications.NotificationName)), known.keys())
        for name, notification in sent.items():
            with self.subTest(name):
                required = {each["name"] for each in notification["params"] if each.get("required")}
                self.check(known[name], param_names(notification), required)

    def test_the_package_exports_every_notification(self) -> None:
        names = {each.__name__ for each in notifications._CLASSES.values()}
        self.assertLessEqual(names, set(movieserver.__all__))

    def check(self, known: type[Any], members: set[str], required: set[str]) -> None:
        fields = {camel(each.name): each for each in dataclasses.fields(known)}
        self.assertLessEqual(members, fields.keys())
        needed = {
            name
            for name, each in fields.items()
            if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
        }
        self.assertLessEqual(needed & members, required)

    def test_every_reason_has_a_family(self) -> None:
        for reason in DOCUMENT["x-reasons"]:
            with self.subTest(reason["reason"]):
                error = errors.from_json({"code": 1, "message": "m", "data": reason})
                self.assertIsNot(MovieServerError, type(error))
                self.assertEqual(reason["reason"], error.reason)

    def test_the_examples_are_decoded_completely(self) -> None:
        for method in REQUESTS:
            schema = method["result"]["schema"]
            name = schema.get("anyOf", [schema])[0]["$ref"].rpartition("/")[2]
            for example in method["examples"]:
                if name in WITHOUT_MODEL:
                    continue
                with self.subTest(method["name"], example=example["name"]):
                    wire = example["result"]["value"]
                    known = models.FavoritesDelta if "fresh" in wire else model(name)
                    self.assertTrue(within(wire, known.from_json(wire).to_json()), wire)
