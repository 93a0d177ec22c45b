import { isTimeZone } from '../../common/clock/date-formats.js';
import type { AgentDocument, AgentTool } from '../agent-document.js';
import { textsOf } from '../transfer.js';
import { textsOfForm, withoutFormPlaces } from '../agent-form.js';
import { placeOfTurnTaking, turnTakingOf } from '../turn-taking-names.js';
import { foreignPlaces, type PlaceKind } from './foreign-places.js';
import { type Placeholder, nameParts, placeholdersIn } from './placeholders.js';

type Settings = Omit<AgentDocument, 'schemaVersion' | 'variants'>;

/** Names that a document may reference in addition to those of each call. */
interface KnownNames {
  /** From the agent's real-time configs in all environments. */
  readonly config: ReadonlySet<string>;
  /** Attributes of any variant. */
  readonly variant: ReadonlySet<string>;
}

/** Scheme, user, host and port of an address. */
const BEFORE_PATH = /^[^/?#]*(?:\/\/[^/?#]*)?/;

/** Maximum nesting of a tool's body. */
const MAX_DEPTH = 8;

/** Maximum placeholders in a document's settings. All of them are filled when a call begins. */
const MAX_PLACES = 500;

/** Attributes that the variants of a document have. */
function attributeNamesOf({ variants = {} }: AgentDocument): Set<string> {
  return new Set(Object.values(variants).flatMap(({ attributes = {} }) => Object.keys(attributes)));
}

/** Keyed by document: published documents stay in memory while in use. */
const referring = new WeakMap<AgentDocument, boolean>();

/** Whether the document references real-time configs, so that they must be loaded. */
export function refersToConfig(document: AgentDocument): boolean {
  const known = referring.get(document);
  if (known !== undefined) return known;
  const refers = settingsOf(document).some(([settings, at]) =>
    placesIn(settings, at).some(({ text }) =>
      placeholdersIn(text).some(({ name }) => nameParts(name)[0] === 'config'),
    ),
  );
  referring.set(document, refers);
  return refers;
}

/** Problems with the placeholders of a document that is being saved, by JSON Pointer (RFC 6901). */
export function variableProblemsOf(document: AgentDocument, config: ReadonlySet<string>): string[] {
  const known = { config, variant: attributeNamesOf(document) };
  return settingsOf(document).flatMap(([settings, at]) => [
    ...placesProblems(placesIn(settings, at), at, known),
    ...(settings.tools ?? []).flatMap(({ http }, index) => toolProblems(http, `${at}/tools/${index}/http`)),
    ...(settings.mcpServers ?? []).flatMap((server, index) =>
      toolProblems(server, `${at}/mcpServers/${index}`),
    ),
    ...(settings.calendars ?? []).flatMap(({ url }, index) =>
      toolProblems({ url }, `${at}/calendars/${index}`),
    ),
    ...(settings.timeZone === undefined || isTimeZone(settings.timeZone)
      ? []
      : [`${at}/timeZone must be like Europe/Berlin`]),
  ]);
}

/** The document's own settings, and the overrides of its variants. */
function settingsOf(document: AgentDocument): (readonly [settings: Settings, at: string])[] {
  const variants = Object.entries(document.variants ?? {});
  return [
    [document, ''],
    ...variants.map(([id, { overrides }]) => [overrides, `/variants/${id}/overrides`] as const),
  ];
}

/** A text that may contain placeholders. */
interface Place {
  readonly path: string;
  readonly text: string;
  /** Requests of tools may also reference secrets. */
  readonly kind: PlaceKind;
}

/** All texts of the settings that may contain placeholders. @param at JSON Pointer of the settings. */
export function placesIn(settings: Settings, at: string): Place[] {
  const { greeting = '', prompt = '', fallbackReply = '', intents = [], turnTaking } = settings;
  const { tools = [], mcpServers = [], calendars = [], forms = [], failure, carryOn, transfer } = settings;
  const prompts = turnTakingOf(turnTaking).prompts.texts ?? [];
  const promptsAt = `/turnTaking/${placeOfTurnTaking(turnTaking ?? {}, 'prompts', 'texts')}`;
  const spoken: [path: string, text: string][] = [
    ['/greeting', greeting],
    ['/prompt', prompt],
    ['/fallbackReply', fallbackReply],
    ...intents.map(({ reply }, index): [string, string] => [`/intents/${index}/reply`, reply]),
    ...prompts.map((text, index): [string, string] => [`${promptsAt}/${index}`, text]),
    ['/failure/goodbye', failure?.goodbye ?? ''],
    ...(failure?.waiting?.say ?? []).map((text, index): [string, string] => [
      `/failure/waiting/say/${index}`,
      text,
    ]),
    ['/carryOn/message', carryOn?.message ?? ''],
    ...warmTextsOf(transfer),
    ...formTexts(forms),
    ...fillersOf(tools, '/tools'),
    ...fillersOf(mcpServers, '/mcpServers'),
    ...fillersOf(calendars, '/calendars'),
  ];
  return [
    ...spoken.map(([path, text]) => ({
      path: `${at}${path}`,
      text,
      kind: path === '/prompt' ? ('prompt' as const) : ('spoken' as const),
    })),
    ...requestTextsOf(settings).map(([path, text]) => ({
      path: `${at}${path}`,
      text,
      kind: 'tool' as const,
    })),
  ];
}

/** The form's own values are not variables. */
const formTexts = (forms: NonNullable<Settings['forms']>): [path: string, text: string][] =>
  forms.flatMap((form, index) =>
    textsOfForm(form).map(([path, text]): [string, string] => [
      `/forms/${index}/${path}`,
      withoutFormPlaces(text),
    ]),
  );

/** Texts that the transfer target and the caller hear during a warm transfer. */
function warmTextsOf(transfer: Settings['transfer']): [path: string, text: string][] {
  return (transfer?.destinations ?? []).flatMap(({ warm }, index) =>
    Object.entries(textsOf(warm)).map(([name, text]): [string, string] => [
      `/transfer/destinations/${index}/warm/${name}`,
      text,
    ]),
  );
}

function fillersOf(tools: readonly Pick<AgentTool, 'filler'>[], at: string): [path: string, text: string][] {
  return tools.flatMap(({ filler }, tool) =>
    (filler?.say ?? []).map((text, index): [string, string] => [`${at}/${tool}/filler/say/${index}`, text]),
  );
}

/** The part of a tool's request that may contain placeholders. */
type Request = Pick<AgentTool['http'], 'url' | 'headers' | 'body'>;

function requestTextsOf({
  tools = [],
  mcpServers = [],
  calendars = [],
}: Settings): [path: string, text: string][] {
  return [
    ...tools.flatMap(({ http }, index) =>
      requestTexts(http).map(([name, text]): [string, string] => [`/tools/${index}/http/${name}`, text]),
    ),
    ...mcpServers.flatMap((server, index) =>
      requestTexts(server).map(([name, text]): [string, string] => [`/mcpServers/${index}/${name}`, text]),
    ),
    ...calendars.map(({ url }, index): [string, string] => [`/calendars/${index}/url`, url]),
  ];
}

function requestTexts({ url, headers = {}, body = {} }: Request): [name: string, text: string][] {
  return [
    ['url', url],
    ...Object.values(headers).map((text): [string, string] => ['headers', text]),
    ...textsIn(body, MAX_DEPTH).texts.map((text): [string, string] => ['body', text]),
  ];
}

/** All texts of a body, and whether it nests deeper than allowed. */
function textsIn(value: unknown, depth: number): { readonly texts: string[]; readonly isTooDeep: boolean } {
  if (typeof value === 'string') return { texts: [value], isTooDeep: false };
  if (typeof value !== 'object' || value === null) return { texts: [], isTooDeep: false };
  if (depth === 0) return { texts: [], isTooDeep: true };
  const inner = Object.values(value).map((one) => textsIn(one, depth - 1));
  return { texts: inner.flatMap(({ texts }) => texts), isTooDeep: inner.some(({ isTooDeep }) => isTooDeep) };
}

function toolProblems(http: Request, at: string): string[] {
  const host = BEFORE_PATH.exec(http.url)?.[0] ?? '';
  const inHost = placeholdersIn(host).filter(({ name }) => nameParts(name)[0] !== 'secret');
  return [
    ...(inHost.length > 0 ? [`${at}/url must have variables in its path or query only`] : []),
    ...(textsIn(http.body ?? {}, MAX_DEPTH).isTooDeep
      ? [`${at}/body must not nest deeper than ${MAX_DEPTH}`]
      : []),
  ];
}

function placesProblems(places: readonly Place[], at: string, known: KnownNames): string[] {
  const count = places.reduce((sum, { text }) => sum + placeholdersIn(text).length, 0);
  if (count > MAX_PLACES) {
    return [`${at || '/'} has ${count} places for values ({{…}}), and must have ${MAX_PLACES} at most`];
  }
  return places.flatMap((place) => problemsOf(place, known));
}

function problemsOf({ path, text, kind }: Place, known: KnownNames): string[] {
  const foreign = foreignPlaces(text, kind);
  const own = placeholdersIn(text).flatMap((place) => problemWith(place, known, kind === 'tool') ?? []);
  // Part of a foreign placeholder may look like one of ours.
  return (foreign.length > 0 ? foreign : own).map((problem) => `${path} ${problem}`);
}

function problemWith(
  { name, fallback }: Placeholder,
  known: KnownNames,
  ofTool: boolean,
): string | undefined {
  const [group, key] = nameParts(name);
  if (group === 'secret') {
    return ofTool
      ? undefined
      : `must not name {{${name}}}: secrets are for headers, queries and bodies of tools`;
  }
  if (fallback !== undefined) return undefined;
  if (key === undefined && ['caller', 'callee', 'now'].includes(name)) return undefined;
  if ((group === 'config' || group === 'variant') && key !== undefined && known[group].has(key))
    return undefined;
  const advice = ADVICE[group];
  const example = `{{${advice === undefined ? `call.${name.replace('.', '_')}` : name} | there}}`;
  if (advice === undefined)
    return `names {{${name}}}, which no call has: what a call brings along is like ${example}`;
  return `names {{${name}}}, which not every call has: ${advice}give it a default, like ${example}`;
}

const ADVICE: Readonly<Record<string, string>> = {
  call: '',
  config: 'set it in a real-time config of the agent, or ',
  variant: 'give a variant an attribute of that name, or ',
};
