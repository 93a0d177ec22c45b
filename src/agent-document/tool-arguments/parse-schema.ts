import { isObject } from '../../common/json/json-objects.js';
import { compilePattern, unicodeClassesIn } from './linear-pattern.js';
import type { JsonType, Scalar, SchemaNode, SchemaProblem } from './schema-node.js';
import { pointerTo, SchemaBudget, sizeProblem } from './schema-size.js';

const MAX_NODES = 500;
const MAX_DEPTH = 16;
const MAX_ENUM_VALUES = 1_000;
/** Maximum branches of one `allOf`, `anyOf` or `oneOf`. */
const MAX_BRANCHES = 20;
/** Maximum patterns of one schema, because compiling is slow. */
const MAX_PATTERNS = 10;
const MAX_PROBLEMS = 10;

const TYPES: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** For the model; not checked. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'example',
  'format',
  'deprecated',
  '$comment',
];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const;

export type ParsedSchema =
  | { readonly ok: true; readonly schema: SchemaNode }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

/**
 * Parses the JSON Schema of a tool's arguments. It supports a subset (docs/how-to/tools.md) for which the work of a
 * check is bounded by the schema's size: no references, and limits on all sizes. Never throws.
 */
export function parseArgumentSchema(value: unknown, budget = new SchemaBudget()): ParsedSchema {
  const tooLarge = sizeProblem(value, budget);
  if (tooLarge) return { ok: false, problems: [tooLarge] };
  const parser = new SchemaParser(budget);
  const schema = parser.parse(value, '', 0);
  if (schema.types && !schema.types.has('object'))
    parser.refuse('/type', 'must allow an object: arguments are one');
  const { problems } = parser;
  return problems.length === 0
    ? { ok: true, schema }
    : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}

type Draft = { -readonly [K in keyof SchemaNode]: SchemaNode[K] };

/** The schema `false`, which matches nothing. */
const NOTHING: SchemaNode = { allowed: new Set() };

export class SchemaParser {
  readonly problems: SchemaProblem[] = [];
  private nodes = 0;
  private patterns = 0;

  constructor(private readonly budget: SchemaBudget) {}

  refuse(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  parse(value: unknown, path: string, depth: number): SchemaNode {
    if (typeof value === 'boolean' && depth > 0) return value ? {} : NOTHING;
    if (!isObject(value)) return this.refused(path, 'must be a JSON Schema');
    if (++this.nodes > MAX_NODES)
      return this.refused(path, `is one schema too many: at most ${MAX_NODES} are allowed`);
    if (depth > MAX_DEPTH) return this.refused(path, `nests deeper than ${MAX_DEPTH} schemas`);
    const node: Draft = {};
    for (const [keyword, content] of Object.entries(value)) {
      if (this.problems.length >= MAX_PROBLEMS) return {};
      this.keyword(node, keyword, content, pointerTo(path, keyword), depth);
    }
    if (value['nullable'] === true && node.types) node.types = new Set([...node.types, 'null']);
    return node;
  }

  private keyword(node: Draft, keyword: string, content: unknown, path: string, depth: number): void {
    if (ANNOTATIONS.includes(keyword) || keyword.startsWith('x-') || (keyword === '$schema' && depth === 0))
      return;
    if (COUNTS.some((name) => name === keyword)) return this.count(node, keyword, content, path);
    if (NUMBERS.some((name) => name === keyword)) return this.number(node, keyword, content, path);
    if (BRANCHES.some((name) => name === keyword)) return this.branches(node, keyword, content, path, depth);
    const parsed =
      this.valueKeyword(keyword, content, path) ?? this.schemaKeyword(keyword, content, path, depth);
    if (parsed) Object.assign(node, parsed);
    else this.refuse(path, 'is no keyword that tools may use; docs/how-to/tools.md lists them');
  }

  /** Keywords that contain plain values; undefined for any other. */
  private valueKeyword(keyword: string, content: unknown, path: string): Draft | undefined {
    switch (keyword) {
      case 'type':
        return { types: this.types(content, path) };
      case 'enum':
        return { allowed: this.scalars(content, path) };
      case 'const':
        return { allowed: this.scalars([content], path) };
      case 'required':
        return { required: this.names(content, path) };
      case 'multipleOf':
        return this.multipleOf(content, path);
      case 'pattern':
        return this.pattern(content, path);
      case 'uniqueItems':
        return this.isBoolean(content, path) ? { uniqueItems: content } : {};
      case 'nullable':
        this.isBoolean(content, path);
        return {};
      default:
        return undefined;
    }
  }

  /** Keywords that contain schemas; undefined for any other. */
  private schemaKeyword(keyword: string, content: unknown, path: string, depth: number): Draft | undefined {
    switch (keyword) {
      case 'properties':
        return { properties: this.properties(content, path, depth) };
      case 'additionalProperties':
        return { others: content === false ? false : this.parse(content, path, depth + 1) };
      case 'items':
        return { items: this.parse(content, path, depth + 1) };
      case 'not':
        return { not: this.parse(content, path, depth + 1) };
      default:
        return undefined;
    }
  }

  private isBoolean(content: unknown, path: string): content is boolean {
    if (typeof content !== 'boolean') this.refuse(path, 'must be true or false');
    return typeof content === 'boolean';
  }

  private multipleOf(content: unknown, path: string): Draft {
    if (typeof content === 'number' && content > 0) return { multipleOf: content };
    return this.refused(path, 'must be a number above 0');
  }

  private count(node: Draft, keyword: string, content: unknown, path: string): void {
    if (Number.isSafeInteger(content) && Number(content) >= 0) Object.assign(node, { [keyword]: content });
    else this.refuse(path, 'must be a whole number from 0');
  }

  private number(node: Draft, keyword: string, content: unknown, path: string): void {
    if (typeof content === 'number') Object.assign(node, { [keyword]: content });
    else this.refuse(path, 'must be a number');
  }

  private branches(node: Draft, keyword: string, content: unknown, path: string, depth: number): void {
    if (!Array.isArray(content) || content.length === 0 || content.length > MAX_BRANCHES) {
      return this.refuse(path, `must be a list of 1 to ${MAX_BRANCHES} schemas`);
    }
    const schemas = content.map((schema, index) => this.parse(schema, `${path}/${index}`, depth + 1));
    Object.assign(node, { [keyword]: schemas });
  }

  private types(content: unknown, path: string): ReadonlySet<JsonType> | undefined {
    const names: unknown[] = Array.isArray(content) ? content : [content];
    if (names.length > 0 && names.every(isType)) return new Set(names);
    this.refuse(path, `must be of: ${TYPES.join(', ')}`);
    return undefined;
  }

  private scalars(content: unknown, path: string): ReadonlySet<Scalar> | undefined {
    const values: unknown[] = Array.isArray(content) ? content : [];
    if (values.length > 0 && values.length <= MAX_ENUM_VALUES && values.every(isScalar))
      return new Set(values);
    this.refuse(path, `must be of 1 to ${MAX_ENUM_VALUES} texts, numbers, true, false or null`);
    return undefined;
  }

  private properties(
    content: unknown,
    path: string,
    depth: number,
  ): ReadonlyMap<string, SchemaNode> | undefined {
    if (!isObject(content)) {
      this.refuse(path, 'must be an object of schemas');
      return undefined;
    }
    const properties = new Map<string, SchemaNode>();
    for (const [name, schema] of Object.entries(content)) {
      if (this.problems.length >= MAX_PROBLEMS) break;
      properties.set(name, this.parse(schema, pointerTo(path, name), depth + 1));
    }
    return properties;
  }

  private names(content: unknown, path: string): readonly string[] | undefined {
    const names: unknown[] = Array.isArray(content) ? content : [undefined];
    if (names.length <= MAX_NODES && names.every((name) => typeof name === 'string')) return names;
    this.refuse(path, `must be a list of at most ${MAX_NODES} names`);
    return undefined;
  }

  private pattern(content: unknown, path: string): Draft {
    if (typeof content !== 'string') return this.refused(path, 'must be a text');
    if (++this.patterns > MAX_PATTERNS || --this.budget.patternsLeft < 0) {
      return this.refused(path, `is one too many: ${MAX_PATTERNS} a tool and 30 a document are allowed`);
    }
    this.budget.unicodeClassesLeft -= unicodeClassesIn(content);
    if (this.budget.unicodeClassesLeft < 0) {
      return this.refused(path, 'has one Unicode class (like \\p{L}) too many: 60 a document are allowed');
    }
    const pattern = compilePattern(content);
    return typeof pattern === 'string' ? this.refused(path, pattern) : { pattern };
  }

  private refused(path: string, message: string): Record<string, never> {
    this.refuse(path, message);
    return {};
  }
}

const isType = (value: unknown): value is JsonType => typeof value === 'string' && TYPES.includes(value);
const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
