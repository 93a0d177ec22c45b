import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { CallOwnership } from '../../src/conversations/index.js';
import type { CarriedCaller } from '../support/carried-caller.js';
import { until } from '../support/until.js';
import { CUT_OFF, TwoInstances } from './support/two-instances.js';

/** Journals as earlier builds wrote them, by what they lack. */
const EARLIER = ['before-experiments', 'before-judged-rollouts'];

type Journal = Record<string, unknown>;

const earlier = (name: string): Journal =>
  JSON.parse(readFileSync(inProject('test', 'calls', 'kept-calls', `${name}.json`), 'utf8')) as Journal;

describe('a call of an instance of another version', () => {
  let two: TwoInstances;

  beforeAll(async () => {
    two = await TwoInstances.start();
  }, 120_000);
  afterEach(() => two.hangUp());
  afterAll(() => two?.close());

  /** A caller who was greeted and nothing more; whoever has its call left a journal as another version writes it. */
  async function keptAs(write: (journal: Journal) => Journal): Promise<CarriedCaller> {
    const caller = two.caller(two.token);
    await caller.offerTo(two.here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    caller.vanish();
    const ownership = two.there.app.get(CallOwnership, { strict: false });
    const found = await ownership.find(caller.sessionId);
    const claimed = found && (await ownership.claim(found));
    if (claimed?.state === undefined) throw new Error('The call is on record.');
    await change(claimed.record.id, write(JSON.parse(claimed.state) as Journal));
    return caller;
  }

  async function change(conversationId: string, journal: Journal): Promise<void> {
    const ownership = two.there.app.get(CallOwnership, { strict: false });
    const state = ownership.seal(JSON.stringify(journal), conversationId);
    await two.here.prisma.callJournal.update({ where: { conversationId }, data: { state } });
  }

  async function expectToGoOn(caller: CarriedCaller): Promise<void> {
    const seen = caller.said.length;
    expect((await caller.offerTo(two.there.baseUrl)).sessionId).toBe(caller.sessionId);
    expect(await until('it is told', () => caller.said[seen])).toBe(CUT_OFF);
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
  }

  it.each(EARLIER)('goes on with what was said, as a build kept it %s', async (name) => {
    const caller = await keptAs(({ tokenHash, version, deploymentId, artifactVersion, variantId }) => ({
      ...earlier(name),
      // What this call is a call of.
      ...{ tokenHash, version, deploymentId, artifactVersion, variantId },
    }));
    await expectToGoOn(caller);
  });

  it('that writes what this one does not know goes on with what it knows', async () => {
    const entries = earlierEntries();
    await expectToGoOn(await keptAs((journal) => ({ ...journal, mood: 'friendly', entries })));
  });

  it('that writes a later format is left to who can read it', async () => {
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

  const earlierEntries = () => earlier('before-experiments')['entries'];
});
