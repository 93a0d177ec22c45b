import { type AgentDocument, type DocumentWarning, resolveVariant } from '../agent-document/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import {
  ANSWERED_MODES,
  chooseAnswerer,
  type ConfiguredProviders,
  STARTER,
  unnamedMode,
} from './choose-answerer.js';
import { keylessWarnings } from './keyless-warnings.js';
import { languageWarnings } from './language-warnings.js';
import { voiceWarnings } from './voice-warnings.js';

/** Settings with which a variant may need another adapter than its document. */
const DECISIVE = ['models', 'prompt', 'intents', 'languageCode', 'voice'] as const;

/** Warns about calls that nothing can answer, an unused prompt, and missing languages and voices. */
export function providerWarnings(
  document: AgentDocument,
  configured: ConfiguredProviders,
): DocumentWarning[] {
  const variants = Object.entries(document.variants ?? {}).flatMap(([id, { overrides }]) => {
    const resolved = DECISIVE.some((name) => name in overrides) ? resolveVariant(document, id) : undefined;
    return resolved ? warningsIn(resolved, configured, `/variants/${id}/overrides`) : [];
  });
  return [...warningsIn(document, configured, ''), ...variants];
}

/** Whether the mode is the default of calls, or the document configures it. */
function isMeant(mode: AgentMode, agent: AgentDocument, configured: ConfiguredProviders): boolean {
  const { endToEnd, traditional = {} } = agent.models ?? {};
  const isNamed = mode === 'end-to-end' ? endToEnd !== undefined : Object.keys(traditional).length > 0;
  return isNamed || mode === unnamedMode(agent, configured);
}

function warningsIn(agent: AgentDocument, configured: ConfiguredProviders, place: string): DocumentWarning[] {
  const answerers = ANSWERED_MODES.map((mode) => ({
    mode,
    answerer: chooseAnswerer(mode, agent, configured),
  }));
  const failing = answerers.flatMap(({ mode, answerer }) =>
    answerer.kind === 'none' && isMeant(mode, agent, configured)
      ? answerer.problems.map(({ path, code, message }) => ({
          path: `${place}${path}`,
          code,
          message: `Calls in the mode ${mode} end with AGENT_FAILURE: ${message}.`,
        }))
      : [],
  );
  const unsent = answerers.flatMap(({ mode, answerer }) =>
    answerer.kind === 'adapter' && answerer.name !== STARTER
      ? languageWarnings(agent, mode, configured, place)
      : [],
  );
  // Reported once if both modes use the same engines.
  const keyless = answerers
    .filter(({ mode }) => isMeant(mode, agent, configured))
    .map(({ mode, answerer }) => [
      ...keylessWarnings(agent, mode, answerer, configured, place),
      ...voiceWarnings(agent, mode, answerer, configured, place),
    ])
    .reduce((most, some) => (some.length > most.length ? some : most), []);
  const unread = answerers.filter(
    ({ mode, answerer }) =>
      isMeant(mode, agent, configured) && answerer.kind === 'adapter' && answerer.name === STARTER,
  );
  if (unread.length === 0 || !agent.prompt?.trim()) return [...failing, ...unsent, ...keyless];
  const modes = unread.map(({ mode }) => mode).join(' and ');
  const message = `No language model answers calls in the mode ${modes}: callers hear only fixed answers (intents) and forms, and the prompt is not read.`;
  return [...failing, ...unsent, ...keyless, { path: `${place}/prompt`, code: 'PROMPT_NOT_USED', message }];
}
