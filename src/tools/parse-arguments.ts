export type ToolArguments = Readonly<Record<string, unknown>>;

/** More than a model writes in one answer. */
const MAX_CHARACTERS = 32 * 1_024;
/** Deeper values can be read, but not written again without a stack that holds. */
const MAX_DEPTH = 64;

/** The arguments as a model wrote them; undefined when they are no JSON object, or more than any tool needs. */
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

/** Depth of brackets; those inside of texts count too, of which nobody has so many. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
