export type ToolArguments = Readonly<Record<string, unknown>>;

/** More than a model writes in one response. */
const MAX_CHARACTERS = 32 * 1_024;
/** Deeper values parse, but serializing them could overflow the stack. */
const MAX_DEPTH = 64;

/** Parses a model's arguments; undefined if they are not a JSON object, or too large. */
export function parseArguments(text: string): ToolArguments | undefined {
  if (text.trim() === '') return {};
  if (text.length > MAX_CHARACTERS || depthOf(text) > MAX_DEPTH) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isObject ? Object.fromEntries(Object.entries(values)) : undefined;
  } catch {
    return undefined;
  }
}

/** Nesting depth. Brackets in strings count, too; no real arguments contain that many. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
