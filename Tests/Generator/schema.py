"""Access to the OpenRPC document."""


class Schema:
    def __init__(self, document):
        self.methods = [each for each in document["methods"] if "result" in each]
        self.notifications = [each for each in document["methods"] if "result" not in each]
        self.objects = document["components"]["schemas"]
        # The reasons of JSON-RPC before our own, each in the document's order.
        self.reasons = sorted(document["x-reasons"], key=lambda reason: max(reason["code"], 0))


def members(schema):
    """The properties of an object: name, schema, and whether it is required."""
    required = schema.get("required", ())
    return [(name, each, name in required) for name, each in schema.get("properties", {}).items()]


def alternatives(schema):
    return [referred(each) for each in schema.get("anyOf", [schema])]


def referred(schema):
    return schema["$ref"].rpartition("/")[2] if "$ref" in schema else None
