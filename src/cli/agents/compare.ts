import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../common/json/json-objects.js';
import { type AgentFolder, SETTINGS, type TestSetFile } from './agent-folder.js';

const SHOWN_CHARACTERS = 100;

/** Differences as readable lines: `~ place: before → after`, `+ place: after`, `- place: before`. */
export function differences(before: AgentFolder | undefined, after: AgentFolder): string[] {
  if (!before) return [`+ ${after.agentId}`];
  const setsBefore = before.testSets.map((set) => {
    return asFarAsSaid(
      set,
      after.testSets.find(({ name }) => name === set.name),
    );
  });
  const topics = (folder: AgentFolder) => byName(folder.topics);
  const documents = ({ documents: all }: AgentFolder) =>
    Object.fromEntries(all.map(({ name, sha256 }) => [name, sha256]));
  return [
    ...compare(before.document, after.document, `${after.agentId}/document`),
    ...compare(topics(before), topics(after), `${after.agentId}/topics`),
    ...compare(documents(before), documents(after), `${after.agentId}/documents`),
    ...compare(byName(setsBefore), byName(after.testSets), `${after.agentId}/test-sets`),
  ];
}

/** Without settings that are absent in the file. */
function asFarAsSaid(set: TestSetFile, file: TestSetFile | undefined): TestSetFile {
  const unsaid = SETTINGS.filter((name) => file && file[name] === undefined);
  const kept = Object.entries(set).filter(([name]) => !unsaid.some((one) => one === name));
  return { ...Object.fromEntries(kept), name: set.name, cases: set.cases };
}

/** Items with the same name are distinguished by their order. */
function byName(items: readonly { readonly name: string }[]): JsonObject {
  const named: Record<string, unknown> = {};
  for (const item of items) {
    let place = item.name;
    for (let number = 2; place in named; number++) place = `${item.name} (${number})`;
    named[place] = item;
  }
  return named;
}

function compare(before: unknown, after: unknown, place: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined) return [`+ ${place}: ${shown(after)}`];
  if (after === undefined) return [`- ${place}: ${shown(before)}`];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => compare(before[name], after[name], `${place}/${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const longest = Math.max(before.length, after.length);
    return Array.from({ length: longest }).flatMap((_, index) =>
      compare(before[index], after[index], `${place}/${index}`),
    );
  }
  return [`~ ${place}: ${shown(before)} → ${shown(after)}`];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
