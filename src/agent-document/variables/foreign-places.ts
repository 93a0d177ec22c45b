import { placeholdersIn } from './placeholders.js';

/** Template syntax of other platforms: conditions, filters, names with blanks, hyphens or accents. */
const BRACES = /\{{2,3}[^{}\n]{0,500}\}{2,3}/g;
const TAGS = /\{%[^{}\n]{0,500}%\}|<%[^<>\n]{0,500}%>/g;
/** In spoken text, single braces can only be a placeholder. */
const SINGLE_BRACES = /(?<!\{)[$#%]?\{[ \t]*[\p{L}_][\p{L}\p{M}\p{N}_ .-]{0,60}\}(?!\})/gu;
/** In a prompt, single braces may be an example for the model. */
const DOLLAR_BRACES = /\$\{[ \t]*[\p{L}_][\p{L}\p{M}\p{N}_.]{0,60}[ \t]*\}/gu;
const CODE = /`[^`]*`/g;
/** A JSON object in braces that were doubled for another template engine. */
const JSON_IN_BRACES = /^\{\{\s*["']/;

/** A Liquid or Jinja filter, in place of a default. */
const FILTER =
  /\||^(?:default|date|append|prepend|replace|truncate|plus|minus|round)\s*[:(]|^(?:upcase|downcase|capitalize|titleize|tojson|json|strip|escape)$/i;
const DEFAULT_FILTER = /default\s*[:(]\s*(?:"([^"]*)"|'([^']*)'|([^|)]*))/i;
const CONDITION = /^\{\{[{~]?\s*[#/^>!]|^[{<]%/;

/** Names that other platforms use for our variables. */
const KNOWN: readonly (readonly [name: RegExp, variable: string])[] = [
  [/^(?:call_)?(?:caller|from|customer|user|system_caller)_?(?:id|number|phone|phone_number)$/i, 'caller'],
  [/^(?:system_)?(?:current_)?(?:now|date|time|datetime|today)(?:_utc)?$/i, 'now'],
];

/** Where a text is used: spoken, in the prompt, or in a tool's request. */
export type PlaceKind = 'spoken' | 'prompt' | 'tool';

/** Placeholders of other platforms, which are not filled here, each with the correct form. */
export function foreignPlaces(text: string, kind: PlaceKind): string[] {
  const braces = text.match(BRACES) ?? [];
  const inBraces = braces.filter(
    (found) => !isOurs(found) && (kind === 'spoken' || !JSON_IN_BRACES.test(found)),
  );
  const others = [TAGS, ...(kind === 'spoken' ? [SINGLE_BRACES] : [])].flatMap(
    (pattern) => text.match(pattern) ?? [],
  );
  const ofPrompt = kind === 'prompt' ? (text.replace(CODE, '').match(DOLLAR_BRACES) ?? []) : [];
  return [...inBraces, ...others, ...ofPrompt].map((found) => refusalOf(found, kind));
}

function isOurs(found: string): boolean {
  const [place] = placeholdersIn(found);
  return place !== undefined && !/^\{{3}|\}{3}$/.test(found) && !FILTER.test(place.fallback ?? '');
}

function refusalOf(found: string, kind: PlaceKind): string {
  const shown = found.length > MAX_SHOWN ? `${found.slice(0, MAX_SHOWN)}…` : found;
  if (CONDITION.test(found)) {
    const instead = 'describe it in the prompt, or give a value a default, like {{call.name | there}}';
    return `has ${shown}, and conditions are not possible: ${instead}`;
  }
  return `has ${shown}, which is no place for a value here: write it like ${rightForm(found, kind)}`;
}

const MAX_SHOWN = 80;

function rightForm(found: string, kind: PlaceKind): string {
  const [written = '', ...filters] = found.replace(/^[$#%{]+|\}+$/g, '').split('|');
  const [, double, single, bare] = DEFAULT_FILTER.exec(filters.join('|')) ?? [];
  const usual = kind === 'tool' ? 'unknown' : 'there';
  const fallback = (double ?? single ?? bare ?? '').replace(/[{}|]/g, '').trim() || usual;
  const [, group = 'call', rest = written] = /^\s*(call|config|variant)\s*\.(.+)$/.exec(written) ?? [];
  const name = nameOf(rest);
  const [, known] = KNOWN.find(([pattern]) => pattern.test(name)) ?? [];
  return known === undefined ? `{{${group}.${name} | ${fallback}}}` : `{{${known}}}`;
}

/** "Prénom du client" becomes "prenom_du_client". */
function nameOf(written: string): string {
  const letters = written.normalize('NFKD').replace(/\p{M}/gu, '');
  const name = letters.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[_0-9]+|_+$/g, '');
  return name === '' ? 'name' : name.slice(0, 60);
}
