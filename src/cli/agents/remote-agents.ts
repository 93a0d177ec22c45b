import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from '@sinclair/typebox';
import { type AgentFolder, SETTINGS, type TestSetFile } from './agent-folder.js';
import { type ApiClient, parseApiResponse } from '../api-client.js';
import { RemoteKnowledge } from './remote-knowledge.js';

const Account = Type.Object({ accountId: Type.String() });
const Agents = Type.Array(Type.Object({ agentId: Type.String(), agentName: Type.String() }));
const Draft = Type.Object({
  revision: Type.Integer(),
  document: Type.Record(Type.String(), Type.Unknown()),
});
const Case = Type.Object({ id: Type.String(), name: Type.String() });
const TestSet = Type.Object({ id: Type.String(), name: Type.String(), cases: Type.Array(Case) });
const TestSets = Type.Object({ testSets: Type.Array(Type.Object({ id: Type.String() })) });
const OneTestSet = Type.Object({ testSet: TestSet });

type RemoteSet = Static<typeof TestSet>;

/** Generated fields of test sets and cases. */
const ADDED = new Set(['id', 'agentId', 'caseCount', 'createdAt', 'updatedAt']);

/** The agents of an account, read and changed over HTTP. */
export class RemoteAgents {
  private readonly knowledge: RemoteKnowledge;

  constructor(private readonly api: ApiClient) {
    this.knowledge = new RemoteKnowledge(api);
  }

  /** @param only Ids; empty: all that the key may see. */
  async list(only: readonly string[]): Promise<AgentFolder[]> {
    const { accountId } = parseApiResponse(Account, await this.api.call('GET', '/v1/account'));
    const agents = parseApiResponse(Agents, await this.api.call('GET', `/v1/accounts/${accountId}/agents`));
    const wanted = agents.filter(({ agentId }) => only.length === 0 || only.includes(agentId));
    const missing = only.find((id) => !agents.some(({ agentId }) => agentId === id));
    if (missing !== undefined) throw new Error(`There is no agent ${missing}, or the key may not see it.`);
    const found = await Promise.all(wanted.map(({ agentId, agentName }) => this.find(agentId, agentName)));
    return found.filter((agent) => agent !== undefined);
  }

  /** Undefined when there is no such agent. */
  async find(agentId: string, name: string): Promise<AgentFolder | undefined> {
    const draft = await this.api.find(`${agentPath(agentId)}/draft`);
    if (draft === undefined) return undefined;
    const testSets = (await this.testSets(agentId)).map(asFile);
    const knowledge = await this.knowledge.read(agentId);
    return { agentId, name, document: parseApiResponse(Draft, draft).document, testSets, ...knowledge };
  }

  /**
   * Applies the folder's draft, knowledge and test sets.
   * @param prune Whether to delete topics, documents and test sets that the folder lacks.
   */
  async push(agent: AgentFolder, prune: boolean): Promise<void> {
    const { agentId, name, document } = agent;
    const path = `${agentPath(agentId)}/draft`;
    let draft = await this.api.find(path);
    if (draft === undefined) {
      const { accountId } = parseApiResponse(Account, await this.api.call('GET', '/v1/account'));
      await this.api.call('POST', `/v1/accounts/${accountId}/agents`, { name, agentId });
      draft = await this.api.call('GET', path);
    }
    const { revision, document: before } = parseApiResponse(Draft, draft);
    if (!isDeepStrictEqual(before, document)) await this.api.call('PUT', path, { revision, document });
    await this.knowledge.push(agentId, agent, prune);
    await this.pushTestSets(agent, prune);
  }

  async publish(agentId: string, environment: string): Promise<void> {
    await this.api.call('POST', `${agentPath(agentId)}/deployments/publish`, { environment });
  }

  private async testSets(agentId: string): Promise<RemoteSet[]> {
    const path = `${agentPath(agentId)}/test-sets`;
    const { testSets } = parseApiResponse(TestSets, await this.api.call('GET', path));
    const read = async (id: string) =>
      parseApiResponse(OneTestSet, await this.api.call('GET', `${path}/${id}`)).testSet;
    return Promise.all(testSets.map(({ id }) => read(id)));
  }

  private async pushTestSets({ agentId, testSets }: AgentFolder, prune: boolean): Promise<void> {
    const path = `${agentPath(agentId)}/test-sets`;
    const remote = await this.testSets(agentId);
    for (const set of testSets) {
      const before = remote.find(({ name }) => name === set.name);
      if (!before) await this.api.call('POST', path, set);
      else if (!isDeepStrictEqual(asFile(before), set))
        await this.change(`${path}/${before.id}`, before, set);
    }
    const extra = remote.filter(({ name }) => !testSets.some((set) => set.name === name));
    if (prune) for (const { id } of extra) await this.api.call('DELETE', `${path}/${id}`);
  }

  /** Unchanged cases keep their id, and with it the results of earlier runs. */
  private async change(path: string, before: RemoteSet, set: TestSetFile): Promise<void> {
    const settings = SETTINGS.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]]]));
    if (settings.length > 0) await this.api.call('PATCH', path, Object.fromEntries(settings));
    const kept = before.cases.filter(({ name }) => set.cases.some((one) => one.name === name));
    const inOrder = kept.every(({ name }, index) => set.cases[index]?.name === name);
    const stays = inOrder ? kept : [];
    for (const { id } of before.cases.filter((one) => !stays.includes(one))) {
      await this.api.call('DELETE', `${path}/cases/${id}`);
    }
    for (const [index, one] of set.cases.entries()) {
      const known = stays[index];
      if (!known) await this.api.call('POST', `${path}/cases`, one);
      else if (!isDeepStrictEqual(without(known), one)) {
        await this.api.call('PUT', `${path}/cases/${known.id}`, one);
      }
    }
  }
}

const agentPath = (agentId: string) => `/v1/agents/${encodeURIComponent(agentId)}`;

const asFile = ({ cases, ...set }: RemoteSet): TestSetFile => ({
  ...without(set),
  name: set.name,
  cases: cases.map((one) => ({ ...without(one), name: one.name })),
});

/** Without generated and unset fields. */
const without = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name, field]) => !ADDED.has(name) && field !== null));
