"""Calls every GET operation of a generated client of a real service and tells, as JSON, what each answer was parsed to.

parse_all.py FOLDER_OF_THE_PACKAGE PACKAGE BASE_URL API_KEY VALUES_OF_PARAMETERS
"""

import enum
import importlib
import inspect
import json
import pkgutil
import re
import sys
from datetime import datetime

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT")

folder, package, base_url, key, values = sys.argv[1:]
sys.path.insert(0, folder)
values = json.loads(values)
client_module = importlib.import_module(f"{package}.client")
types = importlib.import_module(f"{package}.types")


def operations():
    api = importlib.import_module(f"{package}.api")
    for tag in pkgutil.iter_modules(api.__path__):
        part = importlib.import_module(f"{package}.api.{tag.name}")
        for module in pkgutil.iter_modules(part.__path__):
            yield module.name, importlib.import_module(f"{package}.api.{tag.name}.{module.name}")


def value_of(name, annotation):
    if inspect.isclass(annotation) and issubclass(annotation, enum.Enum):
        return next(iter(annotation))
    return values[name]


def required_of(function):
    parameters = inspect.signature(function).parameters.values()
    return {
        parameter.name: value_of(parameter.name, parameter.annotation)
        for parameter in parameters
        if parameter.name != "client" and parameter.default is inspect.Parameter.empty
    }


def same_instants(value):
    """The value with its instants in one spelling: `Z` is read and `+00:00` is written."""
    if isinstance(value, list):
        return [same_instants(one) for one in value]
    if isinstance(value, dict):
        return {name: same_instants(one) for name, one in value.items()}
    if isinstance(value, str) and INSTANT.match(value):
        return datetime.fromisoformat(value).isoformat()
    return value


def is_faithful(parsed, content):
    """What was parsed says again what was answered."""
    if isinstance(parsed, str):
        return parsed.encode() == content
    if isinstance(parsed, types.File):
        return parsed.payload.read() == content
    if isinstance(parsed, list):
        return same_instants([one.to_dict() for one in parsed]) == same_instants(json.loads(content))
    return hasattr(parsed, "to_dict") and same_instants(parsed.to_dict()) == same_instants(json.loads(content))


client = client_module.AuthenticatedClient(base_url=base_url, token=key, prefix="", auth_header_name="X-API-KEY")
results = {}
for name, module in operations():
    if '"method": "get"' not in inspect.getsource(module._get_kwargs):
        continue
    arguments = required_of(module._get_kwargs)
    answer = module.sync_detailed(client=client, **arguments)
    results[name] = [int(answer.status_code), is_faithful(answer.parsed, answer.content)]
print(json.dumps(results))
