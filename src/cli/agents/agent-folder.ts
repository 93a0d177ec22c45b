import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parse, stringify } from 'yaml';
import { fileName, ignoreMissing } from './file-names.js';
import { type KnowledgeFiles, readKnowledge, writeKnowledge } from './knowledge-files.js';
import type { JsonObject } from '../../common/json/json-objects.js';

/** A test set as people write it: without generated fields. */
export interface TestSetFile extends JsonObject {
  readonly name: string;
  readonly cases: readonly (JsonObject & { readonly name: string })[];
}

/** Settings of a test set; those absent in a file stay unchanged. */
export const SETTINGS = ['enabled', 'mode', 'variantId'] as const;

/** One agent as files: `agent.yaml`, `prompt.md`, and one file for each topic, document and test set. */
export interface AgentFolder extends KnowledgeFiles {
  readonly agentId: string;
  readonly name: string;
  readonly document: JsonObject;
  readonly testSets: readonly TestSetFile[];
}

const AGENT_FILE = 'agent.yaml';
const PROMPT_FILE = 'prompt.md';
const TEST_SETS = 'test-sets';
const AGENT_ID = /^[a-zA-Z0-9-]{1,100}$/;

const AgentFile = Type.Object(
  { name: Type.String({ minLength: 1 }), document: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
);
const TestSet = Type.Object({
  name: Type.String({ minLength: 1 }),
  cases: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }) })),
});

/** The agents of a folder, ordered by id. @throws Error that names the file and its problem. */
export async function readFolders(root: string): Promise<AgentFolder[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && AGENT_ID.test(entry.name))
    .map(({ name }) => name);
  const folders = await Promise.all(names.sort().map((agentId) => readFolder(root, agentId)));
  return folders.filter((folder) => folder !== undefined);
}

async function readFolder(root: string, agentId: string): Promise<AgentFolder | undefined> {
  const folder = path.join(root, agentId);
  const file = await readYaml(path.join(folder, AGENT_FILE));
  if (file === undefined) return undefined;
  if (!Value.Check(AgentFile, file)) {
    throw new Error(
      `${path.join(folder, AGENT_FILE)} must have name (a text) and document, and nothing else.`,
    );
  }
  const prompt = await readText(path.join(folder, PROMPT_FILE));
  if (prompt !== undefined && file.document['prompt'] !== undefined) {
    throw new Error(`${folder} has a prompt twice: in ${AGENT_FILE} and in ${PROMPT_FILE}. Remove one.`);
  }
  const document = { ...file.document, ...(prompt !== undefined && { prompt: prompt.replace(/\n$/, '') }) };
  const testSets = await readTestSets(path.join(folder, TEST_SETS));
  return { agentId, name: file.name, document, testSets, ...(await readKnowledge(folder)) };
}

async function readTestSets(folder: string): Promise<TestSetFile[]> {
  const files = ((await readdir(folder).catch(ignoreMissing)) ?? []).filter((name) => name.endsWith('.yaml'));
  const sets: TestSetFile[] = [];
  for (const name of files.sort()) {
    const set = await readYaml(path.join(folder, name));
    if (!Value.Check(TestSet, set)) {
      throw new Error(`${path.join(folder, name)} must have a name, and cases that have one each.`);
    }
    if (sets.some((other) => other.name === set.name)) {
      throw new Error(`${path.join(folder, name)} is called ${set.name}, as another test set of the agent.`);
    }
    sets.push(set);
  }
  return sets;
}

/** Writes an agent; removes files of topics, documents and test sets that it no longer has. */
export async function writeFolder(root: string, agent: AgentFolder): Promise<void> {
  if (!AGENT_ID.test(agent.agentId)) throw new Error(`${agent.agentId} cannot be the name of a folder.`);
  const folder = path.join(root, agent.agentId);
  const sets = path.join(folder, TEST_SETS);
  await mkdir(folder, { recursive: true });
  const { prompt, ...document } = agent.document;
  await writeFile(
    path.join(folder, AGENT_FILE),
    stringify({ name: agent.name, document }, { lineWidth: 100 }),
  );
  if (typeof prompt === 'string') await writeFile(path.join(folder, PROMPT_FILE), `${prompt}\n`);
  else await rm(path.join(folder, PROMPT_FILE), { force: true });
  await writeKnowledge(folder, agent);
  await rm(sets, { recursive: true, force: true });
  if (agent.testSets.length > 0) await mkdir(sets, { recursive: true });
  const taken = new Set<string>();
  for (const set of agent.testSets) {
    await writeFile(
      path.join(sets, `${fileName(set.name, taken, 'test-set')}.yaml`),
      stringify(set, { lineWidth: 100 }),
    );
  }
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw new Error(`${file} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const readText = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(ignoreMissing);
