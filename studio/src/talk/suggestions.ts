import { type JsonObject, listOf, objectOf, stringOf } from '../editor/json.js';
import { capitalised } from '../ui/words.js';

const MOST = 3;

/** Phrases that the agent certainly understands, in its author's words: a form first, because it shows the most. */
export function suggestionsOf(document: JsonObject): readonly string[] {
  const forms = listOf(document.forms).map((form) => longest(objectOf(form).when));
  const intents = listOf(document.intents).map((intent) => firstOf(objectOf(intent).examples));
  const all = [...forms, ...intents].filter((text) => text !== '');
  return all.slice(0, MOST).map(capitalised);
}

type Examples = JsonObject[string] | undefined;

const firstOf = (examples: Examples): string => stringOf(listOf(examples)[0]);

/** The one that fills in most of the form. */
const longest = (examples: Examples): string =>
  listOf(examples)
    .map(stringOf)
    .reduce((one, other) => (other.length > one.length ? other : one), '');
