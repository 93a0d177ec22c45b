import { type Business, hoursAsSaid, instructionsIn, promptOf } from './business.js';
import { isObject, type JsonObject, listOf, stringOf, withField } from './json.js';

/** What callers say to hear a fact; also the names of the fixed answers. */
const ASKED = {
  'opening-hours': ['when are you open', 'what are your opening hours', 'are you open today'],
  address: ['where are you', 'what is your address', 'how do i find you'],
} as const;

/** The document with changed facts: in the instructions, and in fixed answers, which need no language model. */
export function withBusiness(document: JsonObject, change: Partial<Business>): JsonObject {
  const { own, business: before } = instructionsIn(stringOf(document.prompt));
  const business = { ...before, ...change };
  const changed = withField(document, 'prompt', promptOf({ own, business }) || undefined);
  // Other languages are left to their author. Fixed answers in an agent with instructions alone would make it one
  // that needs no language model.
  const isForModel = own !== '' && listOf(document.intents).length === 0;
  if (isForModel || !/^(en\b|$)/.test(stringOf(document.languageCode))) return changed;
  const answered = 'hours' in change || 'closed' in change ? hoursAsSaid(business) : '';
  const withHours = withAnswer(changed, 'opening-hours', answered);
  return 'address' in change ? withAnswer(withHours, 'address', addressAsSaid(business)) : withHours;
}

const addressAsSaid = ({ address }: Business) => (address === '' ? '' : `You find us at ${address}.`);

/** Sets the reply of a fixed answer; an empty reply leaves it as it is. */
function withAnswer(document: JsonObject, name: keyof typeof ASKED, reply: string): JsonObject {
  if (reply === '') return document;
  const intents = listOf(document.intents);
  const at = intents.findIndex((intent) => isObject(intent) && intent.name === name);
  const known = intents[at];
  const intent: JsonObject = isObject(known)
    ? { ...known, reply }
    : { name, examples: [...ASKED[name]], reply };
  return { ...document, intents: at === -1 ? [...intents, intent] : intents.with(at, intent) };
}
