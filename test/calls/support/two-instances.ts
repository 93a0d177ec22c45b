import type { InstanceLease } from '../../../src/cluster/index.js';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { Overrides } from '../../../src/common/config/index.js';
import { type Brain, OpenAiStandIn, RealtimeStandIn } from '../../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { CarriedCaller } from '../../support/carried-caller.js';
import { publish } from '../../support/publish.js';
import { keep } from '../../support/scoped.js';
import { until } from '../../support/until.js';

/** The agent's words when a call resumes. */
export const CUT_OFF = 'Sorry, we were cut off.';

/** Knows only the conversation it is given. */
const brain: Brain = ({ history, instructions }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const heard = history.flatMap((turn) => (turn.role === 'tool' ? [] : [turn.text]));
  // A model without history support has it in its instructions.
  const words = [instructions, ...heard].join(' ');
  const name = /my name is (\w+)/i.exec(words)?.[1];
  return { kind: 'say', text: name === undefined ? 'I do not know you.' : `You are ${name}.` };
};

/** Two instances on one database and one recordings folder, with an agent that remembers names. */
export class TwoInstances {
  private constructor(
    readonly model: OpenAiStandIn,
    private readonly realtime: RealtimeStandIn,
    readonly env: Readonly<Record<string, string>>,
    readonly overrides: Overrides,
    readonly here: TestApp,
    readonly there: TestApp,
    readonly account: TestAccount,
    /** A token of an agent with speech-to-text, a language model and text-to-speech. */
    readonly token: string,
  ) {}

  static async start(): Promise<TwoInstances> {
    const model = await OpenAiStandIn.start({ brain });
    const realtime = await RealtimeStandIn.start({ brain });
    const { url } = model;
    const env = {
      LLM_URL: url,
      STT_URL: url,
      TTS_URL: url,
      REALTIME_URL: realtime.url,
      CALL_MOVE_AFTER_MS: '0',
      RECORDINGS_ENABLED: 'true',
      // Each heartbeat republishes the instance's address, which tests change.
      CONVERSATIONS_INSTANCE_LEASE_MS: '600000',
    };
    const overrides = { signaling: { maxTextsPerMinute: 6_000 }, conversations: { flushIntervalMs: 20 } };
    const here = await createTestApp({ env, overrides });
    const there = await createTestApp({
      env: { ...env, DATA_DIR: here.dataDir },
      overrides,
      databaseUrl: here.databaseUrl,
    });
    const account = await here.createAccount();
    const token = await tokenOf(here, account, { models: { traditional: { llm: { provider: 'openai' } } } });
    return new TwoInstances(model, realtime, env, overrides, here, there, account, token);
  }

  /** Creates another agent's connector. */
  agentOf(change: Partial<AgentDocument>): Promise<string> {
    return tokenOf(this.here, this.account, change);
  }

  /** A caller that hangs up with the test, listed in `alone` or `atOnce`. */
  caller(token: string, mode: 'traditional' | 'end-to-end' = 'traditional'): CarriedCaller {
    const caller = new CarriedCaller(token, { mode });
    keep({ close: () => caller.hangUp() });
    return caller;
  }

  /** A caller who has given a name. */
  async known(at = this.here): Promise<CarriedCaller> {
    const caller = this.caller(this.token);
    await caller.offerTo(at.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
    return caller;
  }

  /** The caller asks there, gets an answer based on the call here, and all is one record. */
  async goesOn(caller: CarriedCaller): Promise<void> {
    const { sessionId } = caller;
    const seen = caller.said.length;
    const answer = await caller.offerTo(this.there.baseUrl);
    expect([answer.type, answer.sessionId]).toEqual(['answer', sessionId]);
    expect(await until('it is told', () => caller.said[seen])).toBe(CUT_OFF);
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
    caller.hangUp();
    const record = await until('the record is finished', async () => {
      const row = await this.recordOf(caller);
      return row.endedAt === null ? undefined : row;
    });
    expect(record).toMatchObject({ epoch: 2, endReason: 'client-close', crashed: false, journal: null });
    const turns = await this.here.prisma.turn.findMany({
      where: { conversationId: record.id },
      orderBy: { position: 'asc' },
    });
    const words = turns.map(({ text }) => text);
    expect(words).toEqual(['Hello.', 'My name is Ada', 'You are Ada.', CUT_OFF, 'Who am I?', 'You are Ada.']);
  }

  /** The instance's row in the database. */
  async instanceOf(at: TestApp) {
    const id = await at.provider<InstanceLease>('InstanceLease').instanceId();
    return this.here.prisma.instance.findUniqueOrThrow({ where: { id } });
  }

  recordOf({ sessionId }: CarriedCaller) {
    const { conversation } = this.here.prisma;
    return conversation.findUniqueOrThrow({ where: { sessionId }, include: { journal: true } });
  }

  async close(): Promise<void> {
    await this.there.close();
    await this.here.close();
    await this.model.close();
    await this.realtime.close();
  }
}

/** The number of its calls. */
export async function activeAt({ baseUrl }: TestApp): Promise<number> {
  return ((await (await fetch(`${baseUrl}/health`)).json()) as { activeSessions: number }).activeSessions;
}

async function tokenOf(app: TestApp, account: TestAccount, change: Partial<AgentDocument>): Promise<string> {
  const agentId = await app.createAgent(account, {
    schemaVersion: 1,
    greeting: 'Hello.',
    prompt: 'You are helpful.',
    carryOn: { message: CUT_OFF },
    ...change,
  });
  await publish(app, account, agentId, 'sandbox');
  return app.createConnector(account, agentId, 'sandbox');
}
