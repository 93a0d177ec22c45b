import { isObject, type JsonObject } from '../../common/json/json-objects.js';
import { type Draft, once, plainObject, told, typesOf } from './json-schema.js';

/**
 * Converts a tool's parameters for OpenAI's chat completions and Realtime protocols. Servers refuse the whole request
 * because of one unsupported schema: the top must be a plain object, lists need `items`, and boolean schemas are not
 * allowed. llama.cpp and similar servers compile schemas to grammars and support only simple, anchored patterns.
 */
export const openAiParameters = once((parameters) => taken(plainObject(parameters)));

/** Anchored, and without groups or escapes that do more than match. */
const SIMPLE_PATTERN = /^\^(?!.*(?:\(\?|\\[1-9kpPbB])).*\$$/s;

const ONE = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
const SEVERAL = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas']);

function taken(schema: JsonObject): JsonObject {
  const node: Draft = {};
  for (const [keyword, content] of Object.entries(schema)) node[keyword] = keywordTaken(keyword, content);
  const { nullable, pattern } = node;
  delete node['nullable'];
  if (nullable === true && node['type'] !== undefined)
    node['type'] = [...new Set([...typesOf(node), 'null'])];
  if (typesOf(node).includes('array')) node['items'] ??= {};
  if (typeof pattern !== 'string' || SIMPLE_PATTERN.test(pattern)) return node;
  delete node['pattern'];
  return told(node, { pattern });
}

function keywordTaken(keyword: string, content: unknown): unknown {
  if (ONE.has(keyword))
    return typeof content === 'boolean' && keyword === 'additionalProperties' ? content : below(content);
  if (SEVERAL.has(keyword) && Array.isArray(content)) return content.map(below);
  if (!NAMED.has(keyword) || !isObject(content)) return content;
  // A `false` schema forbids its property: leave the property out.
  const given = Object.entries(content).filter(([, inner]) => inner !== false);
  return Object.fromEntries(given.map(([name, inner]) => [name, below(inner)]));
}

const below = (schema: unknown): JsonObject => (isObject(schema) ? taken(schema) : {});
