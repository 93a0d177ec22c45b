import type { ChangeSignals } from '../../../src/common/change-signals/index.js';
import type { TelephonyService } from '../../../src/telephony/index.js';
import { type Brain, OpenAiStandIn } from '../../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { freePort } from '../../support/free-port.js';
import { ownAddress } from '../../support/own-address.js';
import { publish } from '../../support/publish.js';
import type { Remote } from '../../support/service/start.js';
import { until } from '../../support/until.js';
import { LastingPhone } from './lasting-phone.js';
import { NUMBER } from './phone-fixture.js';

/** The agent's words when a call resumes. */
export const CUT_OFF = 'Sorry, we were cut off.';

/** Knows the pressed keys from the conversation it is given. */
export const keysBrain: Brain = ({ history }) => {
  const words = history.flatMap((turn) => (turn.role === 'user' ? turn.text : [])).join(' ');
  return { kind: 'say', text: `You pressed ${(words.match(/\d/g) ?? []).join(' ')}.` };
};

/** Two instances with SIP on one database, and an agent behind a number. */
export class TwoPhoneInstances {
  private readonly phones: LastingPhone[] = [];

  private constructor(
    readonly model: OpenAiStandIn,
    readonly here: TestApp,
    readonly there: TestApp,
    readonly account: TestAccount,
    readonly host: string,
  ) {}

  static async start(document: object = {}): Promise<TwoPhoneInstances> {
    const model = await OpenAiStandIn.start({ brain: keysBrain });
    const { url } = model;
    const env = {
      ...{ LLM_URL: url, STT_URL: url, TTS_URL: url },
      ...{ SIP_ENABLED: 'true', SIP_PORT: '0', ALLOW_PRIVATE_NETWORKS: 'sip' },
      CALL_MOVE_AFTER_MS: '0',
      // Each heartbeat republishes the instance's address, which `seemsGone` changes.
      CONVERSATIONS_INSTANCE_LEASE_MS: '600000',
    };
    const overrides = { conversations: { flushIntervalMs: 20 }, calls: { keyPauseMs: 300 } };
    const here = await createTestApp({ env, overrides });
    const there = await createTestApp({ env, overrides, databaseUrl: here.databaseUrl });
    const account = await here.createAccount();
    const agentId = await here.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: CUT_OFF },
      models: { traditional: { llm: { provider: 'openai' } } },
      ...document,
    });
    await publish(here, account, agentId, 'live');
    const key = await here.createKey(account);
    const host = ownAddress();
    const post = async (path: string, body: object) => {
      const response = await fetch(`${here.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    };
    await post('/v1/telephony/trunks', { name: 'This machine', allowedAddresses: [host], maxCalls: 2 });
    await post(`/v1/agents/${agentId}/telephony/phone-numbers`, { phoneNumbers: [NUMBER] });
    return new TwoPhoneInstances(model, here, there, account, host);
  }

  telephonyOf({ provider }: TestApp): Remote<TelephonyService> {
    return provider<TelephonyService>('TelephonyService');
  }

  async portOf(app: TestApp): Promise<number> {
    return (await this.telephonyOf(app).port()) ?? 0;
  }

  /** A caller greeted by the agent. */
  async known(at = this.here): Promise<LastingPhone> {
    const phone = await LastingPhone.open(this.host, { host: this.host, port: await this.portOf(at) });
    this.phones.push(phone);
    await phone.call(NUMBER);
    await until('it is greeted', () => phone.heardSince(0), 10_000);
    return phone;
  }

  recordOf({ callId: callSid }: LastingPhone) {
    const include = { journal: true, events: true, turns: { orderBy: { position: 'asc' } } } as const;
    return this.here.prisma.conversation.findFirstOrThrow({ where: { callSid }, include });
  }

  /** Moves the first instance's address to a closed port, as after its death. */
  async seemsGone(phone: LastingPhone): Promise<void> {
    const { instanceId: id } = await this.recordOf(phone);
    const address = `http://127.0.0.1:${await freePort()}`;
    await this.here.prisma.instance.update({ where: { id }, data: { address } });
    await this.there.provider<ChangeSignals>('ChangeSignals').tell('instances');
  }

  async hangUp(): Promise<void> {
    for (const phone of this.phones.splice(0)) {
      if (!phone.isOver) await phone.bye();
      phone.close();
    }
    const left = () => Promise.all([this.here, this.there].map((app) => this.telephonyOf(app).callCount()));
    await until('nothing is left', async () => (await left()).every((count) => count === 0));
  }

  async close(): Promise<void> {
    await this.there.close();
    await this.here.close();
    await this.model.close();
  }
}
