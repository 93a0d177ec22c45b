import type { AgentDocument } from '../../agent-document/index.js';

/** More names would reduce the recognizer's accuracy. */
const MOST = 100;
const MAX_LENGTH = 40;
/** One or more capitalized words, not at the beginning of a sentence. */
const NAMES =
  /(?<=(?:[\p{L}\p{N},;’')]|\b(?:Drs?|Mrs?|Ms|Prof|St)\.) )\p{Lu}\p{L}*[\p{Ll}’'-]\p{L}+(?: \p{Lu}\p{L}*[\p{Ll}’'-]\p{L}+)*/gu;

const known = new WeakMap<AgentDocument, readonly string[]>();

/** Words and names that callers will probably say: the document's vocabulary, and names in its texts. */
export function expectedNames(agent: AgentDocument): readonly string[] {
  const names = known.get(agent) ?? namesIn(agent);
  known.set(agent, names);
  return names;
}

function namesIn({ speech, greeting, intents = [], transfer, prompt }: AgentDocument): readonly string[] {
  const said = intents.flatMap(({ examples, reply }) => [...examples, reply]);
  const texts = [greeting, ...said, prompt].filter((text) => text !== undefined);
  const names = texts.flatMap((text) => text.match(NAMES) ?? []).filter(({ length }) => length <= MAX_LENGTH);
  const destinations = (transfer?.destinations ?? []).map(({ name }) => name);
  return [...new Set([...(speech?.keyphrases ?? []), ...destinations, ...names])].slice(0, MOST);
}
