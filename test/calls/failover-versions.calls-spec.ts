import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import type { CallOwnership } from '../../src/conversations/index.js';
import type { CarriedCaller } from '../support/carried-caller.js';
import { publish } from '../support/publish.js';
import { atOnce as it } from '../support/scoped.js';
import { until } from '../support/until.js';
import { CUT_OFF, TwoInstances } from './support/two-instances.js';

/** Snapshots of earlier builds, named after the field they lack. */
const EARLIER = ['before-experiments', 'before-judged-rollouts'];

type Journal = Record<string, unknown>;

const earlier = (name: string): Journal =>
  JSON.parse(readFileSync(inProject('test', 'calls', 'snapshots', `${name}.json`), 'utf8')) as Journal;

describe('call from an instance of another version', () => {
  let two: TwoInstances;

  beforeAll(async () => {
    two = await TwoInstances.start();
  });
  afterAll(() => two?.close());

  /** A caller that was just greeted, with its snapshot replaced by another version's. */
  async function keptAs(write: (journal: Journal) => Journal, token = two.token): Promise<CarriedCaller> {
    const caller = two.caller(token);
    await caller.offerTo(two.here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    caller.vanish();
    const ownership = two.there.provider<CallOwnership>('CallOwnership');
    const found = await until('the call and its snapshot are on record', async () => {
      const call = await ownership.find(caller.sessionId);
      return call?.state === undefined ? undefined : call;
    });
    const claimed = await ownership.claim(found);
    if (claimed?.state === undefined) throw new Error('No other instance claims it.');
    await change(claimed.record.id, write(JSON.parse(claimed.state) as Journal));
    return caller;
  }

  async function change(conversationId: string, journal: Journal): Promise<void> {
    const ownership = two.there.provider<CallOwnership>('CallOwnership');
    const state = await ownership.seal(JSON.stringify(journal), conversationId);
    await two.here.prisma.callJournal.update({ where: { conversationId }, data: { state } });
  }

  async function expectToGoOn(caller: CarriedCaller): Promise<void> {
    const seen = caller.said.length;
    expect((await caller.offerTo(two.there.baseUrl)).sessionId).toBe(caller.sessionId);
    expect(await until('it is told', () => caller.said[seen])).toBe(CUT_OFF);
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
  }

  it.each(EARLIER)("resumes with its history from an earlier build's snapshot: %s", async (name) => {
    const caller = await keptAs(({ tokenHash, version, deploymentId, artifactVersion, variantId }) => ({
      ...earlier(name),
      // Identifies this call.
      ...{ tokenHash, version, deploymentId, artifactVersion, variantId },
    }));
    await expectToGoOn(caller);
  });

  it('resumes from a snapshot with unknown fields', async () => {
    const entries = earlierEntries();
    await expectToGoOn(await keptAs((journal) => ({ ...journal, mood: 'friendly', entries })));
  });

  it('with a later snapshot format is left to an instance that can read it', async () => {
    let known: Journal = {};
    const caller = await keptAs((journal) => {
      known = { ...journal, entries: earlierEntries() };
      return { ...known, format: 2 };
    });
    const refused = {
      type: 'error',
      data: { code: 'INVALID_ARGUMENT', message: 'There is no such session.' },
    };
    expect(await caller.offerTo(two.there.baseUrl)).toMatchObject(refused);
    const { id, epoch } = await two.recordOf(caller);
    expect(epoch).toBe(2);
    await change(id, known);
    await expectToGoOn(caller);
  });

  /** A connector of an agent with a variant, changed later. */
  async function connectorOf(variantId?: string) {
    const { here, account } = two;
    const agentId = await here.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: CUT_OFF },
      models: { traditional: { llm: { provider: 'openai' } } },
      variants: { warm: { overrides: { greeting: 'Hello, dear.', carryOn: { message: 'Sorry, dear.' } } } },
    });
    await publish(here, account, agentId, 'sandbox');
    const token = await here.createConnector(account, agentId, 'sandbox', variantId);
    const name = (later: string | null) =>
      here.prisma.connector.updateMany({ where: { agentId }, data: { variantId: later } });
    return { token, name };
  }

  it.each([
    ['is in its journal', (journal: Journal) => journal],
    ['is on record alone', ({ variantId: _left, ...journal }: Journal) => journal],
  ])('resumes as its original variant when that %s, despite a changed connector', async (_where, write) => {
    const { token, name } = await connectorOf('warm');
    const caller = await keptAs(write, token);
    expect(caller.said).toEqual(['Hello, dear.']);
    await name(null);
    await caller.offerTo(two.there.baseUrl);
    expect(await until('it is told', () => caller.said[1])).toBe('Sorry, dear.');
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
  });

  it('resumes without a variant, despite one added to its connector', async () => {
    const { token, name } = await connectorOf();
    const caller = await keptAs((journal) => journal, token);
    await name('gone');
    await caller.offerTo(two.there.baseUrl);
    expect(await until('it is told', () => caller.said[1])).toBe(CUT_OFF);
  });

  it('resumes with the recorded version when its snapshot lacks it', async () => {
    const caller = await keptAs(({ version: _left, ...journal }) => journal);
    const seen = caller.said.length;
    await caller.offerTo(two.there.baseUrl);
    expect(await until('it is told', () => caller.said[seen])).toBe(CUT_OFF);
  });

  it.each([
    ['variant', { variantId: 'gone' }],
    ['version', { version: 'f'.repeat(32) }],
  ])('ends with a reason when its original %s is gone', async (what, gone) => {
    const caller = await keptAs((journal) => ({ ...journal, ...gone }));
    const { data } = await caller.offerTo(two.there.baseUrl);
    const message = `The ${what} that the call began with is gone.`;
    expect(data).toEqual({ code: 'AGENT_FAILURE', message });
    const record = await two.recordOf(caller);
    expect(record).toMatchObject({ endReason: 'agent-failed', crashed: true, journal: null });
    expect(record.endedAt).not.toBeNull();
  });

  const earlierEntries = () => earlier('before-experiments')['entries'];
});
