import type { AgentDocument } from '../agent-document.js';
import { type CallVariables, isVariable, variableOf, valueOf } from './call-variables.js';
import { type Placeholder, placeholdersIn } from './placeholders.js';
import { placesIn } from './variable-problems.js';
import { spokenTime } from './written-time.js';

/** What a variable is in one conversation. */
export interface UsedValue {
  /** As between the braces: `caller`, `call.name`. */
  readonly name: string;
  /** What stands in its places; null for nothing. */
  readonly value: string | null;
  /** Nothing brought a value: it is the text's own default. */
  readonly defaulted: boolean;
  /** A text of the agent has a place for it. */
  readonly used: boolean;
}

/**
 * The variables that texts of the agent have places for, in their order, and what the call brought along besides.
 * @param agent With the places in its texts.
 */
export function valuesInUse(agent: AgentDocument, variables: CallVariables): readonly UsedValue[] {
  const places = placesIn(agent, '').flatMap(({ text }) => placeholdersIn(text));
  const used = new Map<string, UsedValue>();
  for (const place of places.filter(isVariable)) {
    if (!used.has(place.name)) used.set(place.name, usedValue(place, agent, variables));
  }
  const unused = Object.keys(variables.call)
    .map((key) => ({ name: `call.${key}`, fallback: undefined }))
    .filter(({ name }) => !used.has(name))
    .map((place) => ({ ...usedValue(place, agent, variables), used: false }));
  return [...used.values(), ...unused];
}

function usedValue(
  place: Placeholder,
  { timeZone, languageCode }: AgentDocument,
  variables: CallVariables,
): UsedValue {
  const { name } = place;
  if (name === 'now') {
    const value = spokenTime(variables.nowMs(), timeZone, languageCode);
    return { name, value, defaulted: false, used: true };
  }
  const own = valueOf(name, variables) ?? '';
  const value = variableOf(place, variables) ?? '';
  return { name, value: value === '' ? null : value, defaulted: own === '' && value !== '', used: true };
}
