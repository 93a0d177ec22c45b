import type { Schemas } from '../api/client.js';
import { promptOf } from '../editor/business.js';
import { SPOKEN_STYLE } from './templates.js';

const LANGUAGE = 'en-GB';

/** The document of a reviewed suggestion. Its instructions end in the rules of speaking that all templates have. */
export function documentOf(suggestion: Schemas['AgentSuggestion']): Schemas['AgentDocument'] {
  const { greeting, instructions, address, hours, closed, languageCode } = suggestion;
  return {
    schemaVersion: 1,
    languageCode: languageCode ?? LANGUAGE,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    greeting,
    prompt: promptOf({ own: `${instructions}\n\n${SPOKEN_STYLE}`, business: { address, hours, closed } }),
  };
}
