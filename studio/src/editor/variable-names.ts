import { type Json, type JsonObject, objectOf } from './json.js';

/** Variables of every call. */
const ALWAYS = ['caller', 'callee', 'now'];
const REFERENCE = /\{\{\s*((?:call|config|variant)\.[A-Za-z_]\w*)/g;
/** Shown for groups without names in the document. */
const PATTERNS = ['call.NAME | default', 'config.NAME', 'variant.NAME'];

/** Variables that a text may use: those used elsewhere in the document, and those of its variants. */
export function variableNames(document: JsonObject): readonly string[] {
  const referred = [...JSON.stringify(document).matchAll(REFERENCE)].map(([, name]) => name ?? '');
  const known = [...new Set([...referred, ...attributesOf(document.variants)])].sort();
  const patterns = PATTERNS.filter(
    (pattern) => !known.some((name) => name.startsWith(pattern.split('.')[0] ?? '')),
  );
  return [...ALWAYS, ...known, ...patterns];
}

const attributesOf = (variants: Json | undefined): string[] =>
  Object.values(objectOf(variants)).flatMap((variant) =>
    Object.keys(objectOf(objectOf(variant).attributes)).map((name) => `variant.${name}`),
  );
