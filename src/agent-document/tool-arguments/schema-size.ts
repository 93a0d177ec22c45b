import type { SchemaProblem } from './schema-node.js';

/** Maximum characters of one schema: all names and texts, plus two for each value. */
const MAX_CHARACTERS = 32 * 1_024;
const CHARACTERS_A_VALUE = 2;
/** Nesting of objects and lists, annotations included. */
const MAX_JSON_DEPTH = 40;
const MAX_SEGMENT_LENGTH = 40;
const MAX_POINTER_LENGTH = 100;

/** Shared limits of all schemas in a document, so that it parses quickly. */
export class SchemaBudget {
  charactersLeft = 128 * 1_024;
  patternsLeft = 30;
  unicodeClassesLeft = 60;
}

/** A value within a schema. Its path is needed only for a problem. */
interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | undefined;
  readonly depth: number;
}

/** Checks a schema's size before parsing. Stops counting at the limit, and does not recurse. */
export function sizeProblem(root: unknown, budget: SchemaBudget): SchemaProblem | undefined {
  const mostCharacters = Math.min(MAX_CHARACTERS, budget.charactersLeft);
  let characters = 0;
  const waiting: Place[] = [{ value: root, name: '', parent: undefined, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    characters += CHARACTERS_A_VALUE + (typeof value === 'string' ? value.length : 0);
    if (typeof value === 'object' && value !== null) {
      if (depth === MAX_JSON_DEPTH)
        return { path: pathOf(next), message: `nests deeper than ${MAX_JSON_DEPTH} levels` };
      // Listing the indices of a long list would already be slow.
      const names = Array.isArray(value) && value.length > mostCharacters ? [] : Object.keys(value);
      if (Array.isArray(value)) characters += value.length;
      for (const name of names) characters += CHARACTERS_A_VALUE + name.length;
      if (characters > mostCharacters) return { path: pathOf(next), message: tooLarge(mostCharacters) };
      for (const name of names) {
        const inner: unknown = Reflect.get(value, name);
        waiting.push({ value: inner, name, parent: next, depth: depth + 1 });
      }
    }
    if (characters > mostCharacters) return { path: pathOf(next), message: tooLarge(mostCharacters) };
  }
  budget.charactersLeft -= characters;
  return undefined;
}

const pathOf = ({ name, parent }: Place): string =>
  parent === undefined ? '' : pointerTo(pathOf(parent), name);

const tooLarge = (most: number): string =>
  most === MAX_CHARACTERS
    ? `makes the schema larger than ${MAX_CHARACTERS} characters`
    : 'makes the schemas of all tools together larger than 131072 characters';

/** The JSON Pointer (RFC 6901) of a member, truncated: a client's names may have any length. */
export function pointerTo(path: string, name: string): string {
  if (path.endsWith('…')) return path;
  const short = name.length > MAX_SEGMENT_LENGTH ? `${name.slice(0, MAX_SEGMENT_LENGTH)}…` : name;
  const pointer = `${path}/${short.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer.length > MAX_POINTER_LENGTH ? `${pointer.slice(0, MAX_POINTER_LENGTH)}…` : pointer;
}
