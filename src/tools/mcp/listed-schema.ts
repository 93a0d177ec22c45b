import { type ParsedSchema, parseThirdPartySchema, SchemaBudget } from '../../agent-document/index.js';
import { isObject, type JsonObject } from '../../common/json/json-objects.js';
import { coherent, KINDS, names, types } from './schema-keywords.js';

/** Maximum values in a schema after references are resolved. */
const MAX_PARTS = 3_000;
/** Maximum characters of its names and texts. */
const MAX_CHARACTERS = 64 * 1_024;
const MAX_DEPTH = 40;

/** How much of a schema is kept; the next attempt keeps less. */
interface Detail {
  /** Maximum characters of one description. */
  readonly description: number;
  /** Depth of nested references that are inlined; deeper ones are reduced to their type. */
  readonly references: number;
  /** How often a recursive schema is inlined. */
  readonly recursion: number;
}

const TRIES: readonly Detail[] = [
  { description: 300, references: 8, recursion: 2 },
  { description: 40, references: 1, recursion: 1 },
];

export interface ListedSchema {
  /** For the model: a valid schema without references. */
  readonly parameters: JsonObject;
  /** For validating arguments. */
  readonly schema: ParsedSchema;
}

export const NO_ARGUMENTS = { type: 'object', properties: {} };

/**
 * Reads the input schema that an MCP server lists. Unknown keywords are skipped in validation but kept for the model,
 * and keywords with invalid values are dropped. Only schemas that are too large or too deeply nested are refused.
 */
export function readListedSchema(said: unknown, budget = new SchemaBudget()): ListedSchema {
  if (!isObject(said))
    return { parameters: NO_ARGUMENTS, schema: parseThirdPartySchema(NO_ARGUMENTS, budget) };
  for (const detail of TRIES) {
    const cleaner = new SchemaCleaner(said, detail);
    const cleaned = cleaner.cleaned();
    if (!cleaned && !cleaner.hasDetail) break;
    if (!cleaned) continue;
    const { type: _type, ...rest } = cleaned;
    const parameters = { type: 'object', ...rest };
    return { parameters, schema: parseThirdPartySchema(parameters, budget) };
  }
  return { parameters: NO_ARGUMENTS, schema: refusedSchema('is too large, or nests too deeply') };
}

export const refusedSchema = (message: string): ParsedSchema => ({
  ok: false,
  problems: [{ path: '', message }],
});

class TooLarge extends Error {}

/** A generator, so that a caller which counts can stop early. */
function* namesIn(object: JsonObject): Generator<string> {
  for (const name in object) if (Object.hasOwn(object, name)) yield name;
}

class SchemaCleaner {
  /** Less detail would remove something. */
  hasDetail = false;
  private parts = 0;
  private characters = 0;
  private readonly targets = new Map<string, unknown>();

  constructor(
    private readonly root: JsonObject,
    private readonly detail: Detail,
  ) {}

  /** @returns Undefined if the schema is too large at this level of detail. */
  cleaned(): JsonObject | undefined {
    try {
      const cleaned = this.schema(this.root, ['#'], 0);
      return isObject(cleaned) ? cleaned : {};
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  private count(characters: number, depth: number): void {
    this.characters += characters;
    if (++this.parts > MAX_PARTS || this.characters > MAX_CHARACTERS || depth > MAX_DEPTH)
      throw new TooLarge();
  }

  /** @param within The enclosing references. */
  private schema(value: unknown, within: readonly string[], depth: number): JsonObject | boolean {
    this.count(0, depth);
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) return {};
    const cleaned: Record<string, unknown> = { ...this.referred(value['$ref'], within, depth) };
    for (const keyword of namesIn(value)) {
      const content = value[keyword];
      const kept = this.keyword(keyword, content, within, depth);
      if (kept === undefined) continue;
      this.count(keyword.length, depth);
      cleaned[Array.isArray(content) && keyword === 'items' ? 'prefixItems' : keyword] = kept;
    }
    return coherent(cleaned);
  }

  private referred(reference: unknown, within: readonly string[], depth: number): JsonObject {
    if (typeof reference !== 'string') return {};
    this.hasDetail = true;
    const target = this.target(reference);
    const isCut =
      within.length > this.detail.references ||
      within.filter((one) => one === reference).length >= this.detail.recursion;
    if (isCut) return isObject(target) && typeof target['type'] === 'string' ? { type: target['type'] } : {};
    const meant = this.schema(target, [...within, reference], depth + 1);
    return isObject(meant) ? meant : {};
  }

  /** Resolves a JSON Pointer (RFC 6901); undefined for other references. */
  private target(reference: string): unknown {
    if (this.targets.has(reference)) return this.targets.get(reference);
    const found = pointedAt(this.root, reference);
    this.targets.set(reference, found);
    return found;
  }

  private keyword(keyword: string, content: unknown, within: readonly string[], depth: number): unknown {
    const below = (inner: unknown) => this.schema(inner, within, depth + 1);
    switch (KINDS.get(keyword)) {
      case 'schema':
        if (keyword === 'items' && Array.isArray(content)) return listed(content, below);
        return isObject(content) || typeof content === 'boolean' ? below(content) : undefined;
      case 'schemas':
        return listed(content, below);
      case 'named-schemas':
        return isObject(content) ? this.map(content, below, depth) : undefined;
      case 'number':
        // In draft 4, `exclusiveMinimum: true` is a flag beside `minimum`.
        return typeof content === 'number' || (content === true && keyword.startsWith('exclusive'))
          ? content
          : undefined;
      case 'count':
        return Number.isSafeInteger(content) && Number(content) >= 0 ? content : undefined;
      case 'flag':
        return typeof content === 'boolean' ? content : undefined;
      case 'text':
        return typeof content === 'string' ? this.text(content) : undefined;
      case 'left-out':
        return undefined;
      case undefined:
        return this.otherKeyword(keyword, content, depth);
    }
  }

  private otherKeyword(keyword: string, content: unknown, depth: number): unknown {
    switch (keyword) {
      case 'description':
        return this.described(content);
      case 'type':
        return types(content);
      case 'required':
        return names(content);
      case 'enum':
        return Array.isArray(content) ? this.exact(content, depth) : undefined;
      case 'const':
        return this.exact(content, depth);
      default:
        return keyword.startsWith('$') ? undefined : this.plain(content, depth + 1);
    }
  }

  private map(content: JsonObject, below: (inner: unknown) => unknown, depth: number): JsonObject {
    const named: [string, unknown][] = [];
    for (const name of namesIn(content)) {
      this.count(name.length, depth);
      named.push([name, below(content[name])]);
    }
    return Object.fromEntries(named);
  }

  private text(content: string): string {
    this.characters += content.length;
    return content;
  }

  private described(content: unknown): string | undefined {
    if (typeof content !== 'string' || content === '') return undefined;
    this.hasDetail = true;
    return this.text(cut(content, this.detail.description));
  }

  /** Literal values (enum, const, default), copied unchanged. */
  private exact(value: unknown, depth: number): unknown {
    this.count(typeof value === 'string' ? value.length : 0, depth);
    if (Array.isArray(value)) return value.map((inner) => this.exact(inner, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.text(name), this.exact(inner, depth + 1)]),
    );
  }

  /** An unknown keyword's value, copied for the model. */
  private plain(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(cut(value, this.detail.description));
    this.count(0, depth);
    if (Array.isArray(value)) return value.map((inner) => this.plain(inner, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.text(name), this.plain(inner, depth + 1)]),
    );
  }
}

const listed = (content: unknown, below: (inner: unknown) => unknown): unknown =>
  Array.isArray(content) && content.length > 0 ? content.map(below) : undefined;

function pointedAt(root: JsonObject, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let part: unknown = root;
  for (const name of reference.slice(2).split('/')) {
    const key = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = Reflect.get(part, key);
  }
  return part;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Breaks up sequences that some models read as speaker separators. */
export const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most)}…` : text).replaceAll('<|', '< |').replaceAll('|>', '| >');
