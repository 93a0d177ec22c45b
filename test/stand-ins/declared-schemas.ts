import { isObject, type JsonObject, textAt } from './json.js';

/** A service's error for a tool's parameters, with its location; undefined when valid. */
type Problem = string | undefined;

/** Keywords with schemas as values, by shape. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * Rejects like OpenAI's `invalid_function_parameters` (https://github.com/langchain-ai/langchainjs/issues/9804,
 * https://github.com/agentscope-ai/ReMe/issues/84), and what llama.cpp cannot turn into a grammar
 * (https://github.com/ggml-org/llama.cpp/issues/26930).
 */
export function openAiSchemaProblem(parameters: unknown): Problem {
  if (!isObject(parameters) || parameters['type'] !== 'object') return "schema must be of type 'object'";
  if (!isObject(parameters['properties'])) return 'object schema missing properties';
  const branch = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].find((name) => name in parameters);
  return branch === undefined ? openAiProblem(parameters, '') : `'${branch}' at the top level`;
}

function openAiProblem(schema: unknown, path: string): Problem {
  if (!isObject(schema)) return `${path} is no object`;
  const types = [schema['type'] ?? []].flat();
  if (!types.every((type) => typeof type === 'string' && TYPES.includes(type))) return `${path}/type is none`;
  if (types.includes('array') && !isObject(schema['items'])) return `${path}: array schema missing items`;
  for (const name of ['$ref', '$id', '$defs', 'definitions', 'nullable'])
    if (name in schema) return `${path}/${name} is not supported`;
  const { required, pattern, enum: values } = schema;
  if (required !== undefined && !isListOfTexts(required)) return `${path}/required is no list of texts`;
  if (values !== undefined && (!Array.isArray(values) || values.length === 0))
    return `${path}/enum is no list`;
  if (typeof pattern === 'string' && !/^\^.*\$$/s.test(pattern)) return `${path}/pattern has no anchors`;
  if (typeof pattern === 'string' && pattern.includes('(?')) return `${path}/pattern can't be parsed`;
  return within(schema, path, openAiProblem);
}

/**
 * Rejects like Gemini's Live API, whose `Schema` has only these fields (https://ai.google.dev/api/caching#Schema;
 * https://github.com/zed-industries/zed/issues/44875, https://github.com/weave-os/router/pull/65,
 * https://github.com/anomalyco/opencode/issues/11889).
 */
export function geminiSchemaProblem(declaration: JsonObject): Problem {
  // The Live API ignores them (https://github.com/googleapis/python-genai/issues/1147).
  if ('parametersJsonSchema' in declaration) return 'parametersJsonSchema leaves calls without arguments';
  const { parameters } = declaration;
  if (parameters === undefined) return undefined;
  if (!isObject(parameters) || parameters['type'] !== 'OBJECT') return 'parameters must be of type OBJECT';
  const { properties } = parameters;
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return 'parameters.properties: should be non-empty for OBJECT type';
  return geminiProblem(parameters, '');
}

const GEMINI_FIELDS = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'anyOf', 'minimum', 'maximum', 'propertyOrdering'],
]);
const GEMINI_FORMATS = ['date-time', 'enum', 'float', 'double', 'int32', 'int64'];

function geminiProblem(schema: unknown, path: string): Problem {
  if (!isObject(schema)) return `${path} is no object`;
  const { anyOf, enum: values, properties, required = [], format, items } = schema;
  const type = textAt(schema, 'type');
  const unknown = Object.keys(schema).find((name) => !GEMINI_FIELDS.has(name));
  if (unknown !== undefined) return `Unknown name "${unknown}" at '${path}': Cannot find field.`;
  if (anyOf !== undefined)
    return Object.keys(schema).length > 1
      ? `${path}: any_of must be the only field`
      : within(schema, path, geminiProblem);
  if (!TYPES.slice(0, -1).some((known) => known.toUpperCase() === type))
    return `${path}.type must be specified`;
  if (values !== undefined && (type !== 'STRING' || !isListOfTexts(values) || values.includes('')))
    return `${path}.enum: only texts, and none empty`;
  if (format !== undefined && !(typeof format === 'string' && GEMINI_FORMATS.includes(format)))
    return `${path}.format is not supported`;
  if ((properties ?? items) !== undefined && type !== (properties === undefined ? 'ARRAY' : 'OBJECT'))
    return `${path}.properties: only allowed for OBJECT type`;
  if (type === 'ARRAY' && items === undefined) return `${path}.items: missing field.`;
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (!isListOfTexts(required) || !required.every((name) => names.includes(name)))
    return `${path}.required: property is not defined`;
  return within(schema, path, geminiProblem);
}

function within(
  schema: JsonObject,
  path: string,
  problem: (schema: unknown, path: string) => Problem,
): Problem {
  for (const [name, content] of Object.entries(schema)) {
    const isFlag = name === 'additionalProperties' && typeof content === 'boolean';
    const inner: [string, unknown][] = [];
    if (ONE.includes(name) && !isFlag) inner.push([name, content]);
    else if (LISTS.includes(name)) {
      if (!Array.isArray(content) || content.length === 0) return `${path}/${name} is no list of schemas`;
      inner.push(...content.map((one, at): [string, unknown] => [`${name}/${at}`, one]));
    } else if (MAPS.includes(name)) {
      if (!isObject(content)) return `${path}/${name} is no object of schemas`;
      inner.push(...Object.entries(content).map(([key, one]): [string, unknown] => [`${name}/${key}`, one]));
    }
    const found = inner.map(([at, one]) => problem(one, `${path}/${at}`)).find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
