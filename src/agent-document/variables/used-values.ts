import type { AgentDocument } from '../agent-document.js';
import { type CallVariables, isVariable, variableOf, valueOf } from './call-variables.js';
import { type Placeholder, placeholdersIn } from './placeholders.js';
import { placesIn } from './variable-problems.js';
import { spokenTime } from './written-time.js';

/** A variable in one conversation. */
export interface UsedValue {
  /** As between the braces: `caller`, `call.name`. */
  readonly name: string;
  /** The inserted text; null without a value. */
  readonly value: string | null;
  /** The value is the default in the text. */
  readonly defaulted: boolean;
  /** A text of the agent references it. */
  readonly used: boolean;
}

/**
 * The variables that the agent's texts reference, in order, followed by unused values of the call.
 * @param agent Before placeholders are filled.
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
