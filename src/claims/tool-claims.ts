import {
  baseOf,
  regularForms,
  productsOf,
  READING,
  synonymsOf,
  type Verb,
  makersOf,
  MAKING,
} from './verbs.js';

/** What a tool declares of itself. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  /** Words with which the agent says that it was used: "booked". */
  readonly claims?: readonly string[] | undefined;
  /** Its results: "free rooms", "balance". */
  readonly reads?: readonly string[] | undefined;
  /** It changes nothing; absent if unknown. */
  readonly isReading?: boolean | undefined;
}

/** The words by which a claim about a tool is known. */
export interface ToolClaims {
  readonly name: string;
  readonly isReading: boolean;
  /** Base forms. */
  readonly verbs: ReadonlySet<string>;
  /** Forms of verbs that only this tool has. */
  readonly ownForms: ReadonlyMap<string, Verb>;
  /** Singular, lower case. */
  readonly nouns: ReadonlySet<string>;
  /** Nouns for what the tool works on or makes, with its verbs as nouns: "your table", "the freeze". */
  readonly heads: ReadonlySet<string>;
  /** Declared words, lower case. */
  readonly claims: readonly string[];
  readonly reads: readonly string[];
}

/** Nouns in the names of reading tools. */
const TOLD: ReadonlySet<string> = new Set(
  'status info information details availability balance inventory stock tracking history price prices hours forecast weather'.split(
    ' ',
  ),
);
/** Words of a description that are used; the rest is detail. */
const MOST_WORDS = 40;
/** Built-in tools that do nothing that an agent would claim. */
const SILENT: ReadonlySet<string> = new Set(['hang_up', 'send_dtmf', 'collect_digits', 'fill_form']);
const COMMON: ReadonlySet<string> = new Set(
  `the and for with this that from into when where what which who how are is was its it of to in on at by or an as be if not
  all any can may must will only use used using call tool caller callers user users customer customers agent service system
  given name date time number id new one two you your their they has have also other about after before current data info
  information details result results value values returns return`.split(/\s+/),
);

export const singular = (word: string): string =>
  word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word;

/** @returns Nothing for tools about which nothing is claimed. */
export function toolClaims(tools: readonly DeclaredTool[]): readonly ToolClaims[] {
  return tools.filter(({ name }) => !SILENT.has(name)).map(compiled);
}

function compiled({ name, description, claims = [], reads = [], isReading }: DeclaredTool): ToolClaims {
  const inName = wordsOfName(name);
  const [first = '', ...rest] =
    description
      .toLowerCase()
      .match(/\p{L}[\p{L}'-]*/gu)
      ?.slice(0, MOST_WORDS) ?? [];
  const named = verbsOf(inName);
  const isTelling = named.length === 0 && inName.some((word) => TOLD.has(word));
  const described = isTelling ? undefined : baseOf(first);
  const own = [...new Set([...named, ...(described === undefined ? [] : [described])])];
  const effects = own.filter((verb) => !READING.has(verb));
  const reading = isReading ?? (isTelling || (own.length > 0 && effects.length === 0));
  const isOnlyReading = claims.length === 0 && (reads.length > 0 || reading);
  const declared = claims.map(plain);
  // A verb that only this tool has.
  const unknown = own.length === 0 ? inName.slice(0, 1) : [];
  const verbs = (isOnlyReading ? own : effects).flatMap((verb) => [...synonymsOf(verb)]);
  const made = own.some((verb) => MAKING.has(verb)) ? inName.map(singular).flatMap(makersOf) : [];
  const nouns = [
    ...inName,
    ...rest,
    ...own.flatMap(productsOf),
    ...reads.flatMap((text) => plain(text).split(' ')),
  ];
  return {
    name,
    isReading: isOnlyReading,
    verbs: new Set([...verbs, ...made, ...unknown, ...declared.map((word) => baseOf(word) ?? word)]),
    ownForms: new Map(unknown.flatMap((base) => [...regularForms(base)])),
    nouns: new Set(nouns.map(singular).filter(isNoun)),
    heads: new Set(
      [...inName, ...objectOf(rest), ...own.flatMap(productsOf), ...verbs].map(singular).filter(isHead),
    ),
    claims: declared,
    reads: reads.map(plain),
  };
}

const plain = (text: string): string => text.trim().toLowerCase();
/** What follows the verb of a description: "a table" of "Books a table in the restaurant." */
function objectOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => PREPOSITIONS.has(word));
  return (end < 0 ? words.slice(0, 4) : words.slice(0, Math.min(end, 6))).filter((word) =>
    isNoun(singular(word)),
  );
}
const PREPOSITIONS = new Set('for from on in to into with at by about via as that which when or'.split(' '));
const isHead = (word: string): boolean => word.length > 2 && (word === 'return' || !COMMON.has(word));
const isNoun = (word: string): boolean => word.length > 2 && !COMMON.has(word) && !isVerbOnly(word);

/** The verbs of a name. In "track_order", only the first word is one. */
function verbsOf(inName: readonly string[]): string[] {
  const verbs = inName.flatMap((word) => baseOf(word) ?? []);
  const isTelling = verbs.some((verb) => READING.has(verb)) || inName.some((word) => TOLD.has(word));
  return isTelling ? verbs.filter((verb) => READING.has(verb)) : verbs.slice(0, 1);
}

/** "cancel_order", "cancelOrder" and "shop__cancel-order" as words. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const ALSO_NOUNS: ReadonlySet<string> = new Set(
  'order message text email transfer refund charge payment call ticket record account note report table booking credit bill block update change'.split(
    ' ',
  ),
);
const isVerbOnly = (word: string): boolean => baseOf(word) !== undefined && !ALSO_NOUNS.has(word);

/** The tools as one sentence speaks of them. */
export interface SentenceTools {
  readonly all: readonly ToolClaims[];
  readonly effects: readonly ToolClaims[];
  readonly reading: readonly ToolClaims[];
  /** Those with a noun of the sentence. */
  readonly effectsAbout: readonly ToolClaims[];
  readonly readingAbout: readonly ToolClaims[];
  /** Words of the sentence that are heads of tools with an effect. */
  readonly heads: ReadonlySet<string>;
}

export function sentenceTools(words: ReadonlySet<string>, tools: readonly ToolClaims[]): SentenceTools {
  const said = [...words];
  const isAbout = ({ nouns, heads }: ToolClaims) => said.some((word) => nouns.has(word) || heads.has(word));
  const effects = tools.filter(({ isReading }) => !isReading);
  const reading = tools.filter(({ isReading }) => isReading);
  const heads = new Set(said.filter((word) => effects.some((tool) => tool.heads.has(word))));
  return {
    ...{ all: tools, effects, reading, heads },
    effectsAbout: effects.filter(isAbout),
    readingAbout: reading.filter(({ nouns }) => said.some((word) => nouns.has(word))),
  };
}
