"""Changes requests that schemathesis makes from the OpenAPI document, where JSON Schema has no words for what the service asks of them.

A valid one must name things that exist and obey rules between fields; and none may reach another machine or take away the key
and the agent that the test itself works with.
"""

import os

import schemathesis
from schemathesis.core import NOT_SET

ONLY_SPOKEN = ("answered-within", "yielded-within", "did-not-stop", "spoke-at-most", "heard-right", "lasted-at-most")
KEY_ID = os.environ["EARSHOT_KEY_ID"]
AGENT_ID = os.environ["EARSHOT_AGENT_ID"]
# Nothing listens there (RFC 863, discard).
NOBODYS_ADDRESS = "http://127.0.0.1:9/hook"
# Providers are asked over HTTPS; the name is one that nobody can register (RFC 2606).
NOBODYS_PROVIDER = "https://provider.invalid/v1"
NOBODYS_TRUNK = "sip.invalid"
FORBIDDEN_KEYS = ("__proto__", "constructor", "prototype")
RESERVED_HEADERS = ("connection", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade")
RESERVED_PREFIXES = ("content-", "proxy-", "webhook-", "x-service-")


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body if isinstance(case.body, dict) else {}
    # An address that is refused stays as it is.
    if isinstance(body.get("url"), str) and body["url"].startswith(("http://", "https://")):
        body["url"] = NOBODYS_ADDRESS
    spare_own(case)
    if is_positive(case, "query") and case.query:
        case.query.pop("cursor", None)
        if case.path in ("/v1/usage", "/v1/metrics/daily", "/v1/metrics/agents"):
            # At most a year apart, or ago.
            for bound in ("from", "to"):
                case.query.pop(bound, None)
    if is_positive(case, "path_parameters") and (case.path_parameters or {}).get("providerName") == "starter":
        case.path_parameters["providerName"] = "my-openai"
    if is_positive(case, "body"):
        if case.path.startswith("/api/v1/connectors/"):
            # A page, which has no key, asks for nothing; what the document allows is for those that have one.
            case.body = NOT_SET
        name_what_exists(case.path, body)
        obey_rules(body)
        obey_rules_of(case.path, body)
        name_places_of_time(body)
        if isinstance(case.body, dict):
            drop_forbidden_keys(body)


def is_positive(case, location):
    if case.meta is None:
        return True
    info = {part.value: component for part, component in case.meta.components.items()}.get(location)
    return info is None or info.mode.is_positive


def spare_own(case):
    """What the test works with is not deleted, and the agent is not given away."""
    if case.method.upper() != "DELETE" or not case.path_parameters:
        return
    for name, own in (("keyId", KEY_ID), ("agentId", AGENT_ID)):
        if case.path_parameters.get(name) == own and case.path.endswith("{%s}" % name):
            case.path_parameters[name] = "spared"


def name_what_exists(path, body):
    if body.get("project_id"):
        body["project_id"] = AGENT_ID
    if body.get("agentIds"):
        body["agentIds"] = [AGENT_ID]
    if not path.startswith("/v1/webhook"):
        body.pop("variantId", None)


def obey_rules(body):
    # An instant in the future, which would depend on the clock.
    body.pop("expiresAt", None)
    headers = body.get("headers")
    if isinstance(headers, dict):
        body["headers"] = one_of({name: value for name, value in headers.items() if not is_reserved(name.lower())})
    if body.get("allowedHosts"):
        body["allowedHosts"] = ["api.example.com"]
    if body.get("cases"):
        # A body may have 20,000 values.
        body["cases"] = body["cases"][:10]
    for script in [body, *(body.get("cases") or [])]:
        if isinstance(script.get("turns"), list):
            obey_script_rules(script)
        for role in ("caller", "judge"):
            # The account has models without names of its own.
            ((script.get("simulated") or {}).get(role) or {}).pop("provider", None)
    document = body.get("document")
    if isinstance(document, dict):
        variants = (document.get("variants") or {}).values()
        for variant in variants:
            if variant is not None:
                # A merge patch may leave them out, if the document that it is merged into has them.
                variant.setdefault("name", "Evenings")
                variant.setdefault("overrides", {})
        for settings in [document, *(variant.get("overrides") for variant in variants if variant)]:
            obey_document_rules(settings or {})
            name_providers(settings or {})


def obey_rules_of(path, body):
    """Rules between fields of one operation."""
    if path.startswith("/v1/telephony/trunks") and not path.endswith("/test"):
        obey_trunk_rules(body)
    if path == "/v1/session":
        # Either a link or these.
        for name in list(body):
            del body[name]
        body.update(email="ada@example.com", password="of nobody")
    if path.endswith("/gates"):
        # No environment comes before the sandbox, and sets of tests would have to be there.
        for name in ("soak", "tests"):
            body.pop(name, None)
    if path.endswith("/trunks/{trunkId}/test"):
        # Nobody is phoned: which numbers may be, the trunk says.
        body.clear()
    if path.startswith("/v1/providers/"):
        # What a preset needs and offers is its own; this one takes any model, and an address.
        body.update(preset="openai-compatible", url=NOBODYS_PROVIDER, services={"llm": {"model": "some-model"}})
    if path.endswith("/call-tokens"):
        # The most are settings.
        for name in ("ttlSeconds", "uses", "maxCallSeconds", "maxConcurrentCalls"):
            if isinstance(body.get(name), (int, float)):
                body[name] = min(body[name], 60)
    if isinstance(body.get("variables"), dict):
        # Their names have letters, digits and _, their values are short texts, numbers and booleans.
        body["variables"] = {"name": "Ada"}
    if "/real-time-configs/" in path and "schema" in body:
        # Only with the keywords that docs/how-to/tools.md lists.
        body["schema"] = {"type": "object"}
    if isinstance(body.get("rollout"), dict):
        obey_rollout_rules(body["rollout"])
    if path.endswith("/experiment"):
        obey_experiment_rules(body)


def obey_trunk_rules(trunk):
    for together in (("username", "password"), ("loginUsername", "loginPassword")):
        for name in together:
            trunk.pop(name, None)
    for name in ("register", "defaultConnectorId", "allowedAddresses"):
        trunk.pop(name, None)
    trunk["host"] = NOBODYS_TRUNK


def obey_rollout_rules(rollout):
    """Each step has a larger share than the one before it, and an end."""
    steps = rollout.get("steps") or []
    for number, step in enumerate(steps):
        step["share"] = 100 * (number + 1) / (len(steps) + 1)
        step.setdefault("calls", 10)
    rollout.pop("guards", None)


def obey_experiment_rules(experiment):
    """Names of arms are unique, versions have been deployed; it decides by what it measures, and has a smallest difference of that alone."""
    for number, arm in enumerate(experiment.get("arms") or []):
        arm["name"] = "Arm %d" % number
        arm.pop("version", None)
        arm.pop("variantId", None)
    metrics = experiment.get("metrics")
    if not metrics:
        return
    if (experiment.get("rule") or {}).get("metric") not in metrics:
        experiment.pop("rule", None)
    if isinstance(experiment.get("worthwhile"), dict):
        worthwhile = experiment["worthwhile"]
        experiment["worthwhile"] = {name: least for name, least in worthwhile.items() if name in metrics}


def name_places_of_time(value):
    """Not every string that looks like one is the name of a time zone."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "timeZone" and isinstance(inner, str):
                value[key] = "Europe/Berlin"
            name_places_of_time(inner)
    elif isinstance(value, list):
        for inner in value:
            name_places_of_time(inner)


def obey_script_rules(script):
    """A case has turns, or a simulated caller, or a call that is replayed."""
    # In text: a spoken one has more rules between its fields.
    script.pop("spoken", None)
    if script.get("simulated"):
        script.pop("replay", None)
        metrics = script["simulated"].get("metrics") or []
        script["simulated"]["metrics"] = [one for one in metrics if one.get("measure") != "slowestAnswerMs"]
    if script.get("simulated") or script.get("replay"):
        script["turns"] = []
    elif not script["turns"]:
        script["turns"] = [{"expect": []}]
    obey_turn_rules(script["turns"])


def obey_turn_rules(turns):
    for number, turn in enumerate(turns):
        for name in ("sound", "silenceMs", "keys", "interruptAfterMs"):
            turn.pop(name, None)
        turn["expect"] = [one for one in turn["expect"] if one["kind"] not in ONLY_SPOKEN]
        if number < len(turns) - 1:
            # Of the end of the call, which comes after the last turn.
            turn["expect"] = [one for one in turn["expect"] if one["kind"] != "ended-by"]
        if number > 0:
            turn.setdefault("say", "Good morning.")
        for expectation in turn["expect"]:
            if expectation["kind"] == "matches":
                expectation["pattern"] = "nine|ten"


def obey_document_rules(settings):
    """Names are unique; a tool's address and parameters have rules of their own."""
    if settings.get("turnTaking"):
        # Must not be longer than the longest.
        settings["turnTaking"].pop("endpointingMinMs", None)
        # What has a former name beside its group must not have two values.
        for group in ("endpointing", "interruption", "prompts"):
            settings["turnTaking"].pop(group, None)
    if settings.get("intents"):
        settings["intents"] = settings["intents"][:1]
    if settings.get("tools"):
        settings["tools"] = settings["tools"][:1]
    if isinstance(settings.get("analysis"), dict) and settings["analysis"].get("fields"):
        settings["analysis"]["fields"] = {"type": "object"}
    if isinstance(settings.get("transfer"), dict):
        settings["transfer"].setdefault("destinations", [])
    if settings.get("mcpServers"):
        settings["mcpServers"] = settings["mcpServers"][:1]
    for server in settings.get("mcpServers") or []:
        server["url"] = NOBODYS_ADDRESS
        server.pop("headers", None)
        # Letters that models do not take become `_`, and two names can become one.
        if server.get("tools"):
            server["tools"] = server["tools"][:1]
    for tool in settings.get("tools") or []:
        tool["parameters"] = {"type": "object"}
        if tool.get("http"):
            tool["http"]["url"] = NOBODYS_ADDRESS
            for name in ("headers", "body"):
                tool["http"].pop(name, None)


def name_providers(settings):
    """A merge patch may leave the provider out, if the document that it is merged into has one."""
    models = settings.get("models") or {}
    for choice in [models.get("endToEnd"), *(models.get("traditional") or {}).values()]:
        if isinstance(choice, dict):
            choice.setdefault("provider", "starter")


def drop_forbidden_keys(value):
    """Keys that could reach a prototype are refused anywhere in a body."""
    if isinstance(value, dict):
        for key in FORBIDDEN_KEYS:
            value.pop(key, None)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        drop_forbidden_keys(inner)


def is_reserved(name):
    return name in RESERVED_HEADERS or name.startswith(RESERVED_PREFIXES)


def one_of(headers):
    return dict(list(headers.items())[:1])
