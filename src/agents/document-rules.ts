import {
  type AgentDocument,
  ambiguousTurnTaking,
  calendarProblems,
  calendarTools,
  MAX_EXAMPLE_CHARACTERS,
  mcpNameProblems,
  optionProblems,
  placeOfTurnTaking,
  turnTakingOf,
} from '../agent-document/index.js';
import { formProblemsOf } from './form-rules.js';
import { undoProblemsOf } from './undo-rules.js';

type Settings = Omit<AgentDocument, 'schemaVersion' | 'variants'>;

/**
 * Contradictions in a document that matches its schema, each with a JSON Pointer (RFC 6901). Names and variants can be
 * quoted unchanged: the schema allows nothing that would need escaping.
 */
export function contradictionsOf(document: AgentDocument): string[] {
  const variants = Object.entries(document.variants ?? {});
  return [
    ...contradictionsIn(document, ''),
    ...variants.flatMap(([id, { overrides }]) => contradictionsIn(overrides, `/variants/${id}/overrides`)),
    ...formProblemsOf(document, ''),
    ...variants.flatMap(([id, { overrides }]) =>
      FORM_PARTS.some((part) => overrides[part])
        ? formProblemsOf({ ...document, ...overrides }, overrides.forms ? `/variants/${id}/overrides` : '')
        : [],
    ),
    ...sameNames(document, ''),
    ...variants.flatMap(([id, { overrides }]) =>
      overrides.tools || overrides.mcpServers || overrides.calendars
        ? sameNames({ ...document, ...overrides }, overrides.mcpServers ? `/variants/${id}/overrides` : '')
        : [],
    ),
  ];
}

/** Parts of the document that a form depends on. */
const FORM_PARTS = ['forms', 'tools', 'calendars', 'transfer', 'builtInTools'] as const;

/** Names of Earshot's own tools, whether or not the document lists them. */
const OWN_NAMES = [
  'hang_up',
  'transfer',
  'send_dtmf',
  'collect_digits',
  'search_knowledge',
  'fill_form',
  'undo',
];

/** A server or calendar must not replace another tool by one of the same name. */
function sameNames({ tools = [], mcpServers = [], calendars = [] }: Settings, place: string): string[] {
  const own = [...OWN_NAMES, ...tools.map(({ name }) => name)];
  const booking = calendars.flatMap((calendar) => Object.values(calendarTools(calendar)));
  const taken = new Set([...own, ...booking.map(({ name }) => name)]);
  return [
    ...repeatedNames(calendars, `${place}/calendars`),
    ...calendarProblems(calendars, new Set(own), `${place}/calendars`),
    ...repeatedNames(mcpServers, `${place}/mcpServers`),
    ...mcpNameProblems(mcpServers, taken, `${place}/mcpServers`),
  ];
}

function contradictionsIn(settings: Settings, place: string): string[] {
  const { intents = [], forms = [], tools = [], turnTaking = {}, models } = settings;
  return [
    ...repeatedNames(intents, `${place}/intents`),
    ...repeatedNames(forms, `${place}/forms`),
    ...tooManyExamples(
      [...intents.map(({ examples }) => examples), ...forms.map(({ when }) => when)],
      `${place}/intents`,
    ),
    ...repeatedNames(tools, `${place}/tools`),
    ...uselessBodies(tools, `${place}/tools`),
    ...undoProblemsOf(settings, place),
    ...ambiguousTurnTaking(turnTaking, `${place}/turnTaking`),
    ...crossedEndpointing(turnTaking, `${place}/turnTaking`),
    ...optionProblems(models, `${place}/models`),
  ];
}

function repeatedNames(items: readonly { readonly name: string }[], place: string): string[] {
  const firstIndexes = new Map<string, number>();
  return items.flatMap(({ name }, index) => {
    const first = firstIndexes.get(name);
    if (first !== undefined) return [`${place}/${index}/name is the same as ${place}/${first}/name`];
    firstIndexes.set(name, index);
    return [];
  });
}

/** Caller speech is compared with all of them. */
function tooManyExamples(examples: readonly (readonly string[])[], place: string): string[] {
  const characters = examples.flat().reduce((sum, { length }) => sum + length, 0);
  if (characters <= MAX_EXAMPLE_CHARACTERS) return [];
  return [
    `${place} must have ${MAX_EXAMPLE_CHARACTERS} characters of examples at most, and has ${characters}`,
  ];
}

function uselessBodies(tools: NonNullable<Settings['tools']>, place: string): string[] {
  return tools.flatMap(({ http: { method, body } }, index) =>
    body && (method === 'GET' || method === 'DELETE')
      ? [`${place}/${index}/http/body must not be given with ${method}, which has none`]
      : [],
  );
}

function crossedEndpointing(turnTaking: NonNullable<Settings['turnTaking']>, place: string): string[] {
  const { minMs, maxMs } = turnTakingOf(turnTaking).endpointing;
  if (minMs === undefined || maxMs === undefined || minMs <= maxMs) return [];
  const [min, max] = ['minMs', 'maxMs'].map((name) => placeOfTurnTaking(turnTaking, 'endpointing', name));
  return [`${place}/${min} must be <= ${place}/${max}`];
}
