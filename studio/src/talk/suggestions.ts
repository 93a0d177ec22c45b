import { type JsonObject, listOf, objectOf, stringOf } from '../editor/json.js';
import { capitalised } from '../ui/words.js';

const MOST = 3;

/** Things that the agent understands for sure, in its author's words: a form first, since there is most to see. */
export function suggestionsOf(document: JsonObject): readonly string[] {
  const forms = listOf(document.forms).map((form) => longest(objectOf(form).when));
  const intents = listOf(document.intents).map((intent) => firstOf(objectOf(intent).examples));
  const all = [...forms, ...intents].filter((text) => text !== '');
  return all.slice(0, MOST).map(capitalised);
}

type Examples = JsonObject[string] | undefined;

const firstOf = (examples: Examples): string => stringOf(listOf(examples)[0]);

/** It says most of what the form asks for. */
const longest = (examples: Examples): string =>
  listOf(examples)
    .map(stringOf)
    .reduce((one, other) => (other.length > one.length ? other : one), '');
