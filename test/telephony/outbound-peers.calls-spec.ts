import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp } from '../support/app.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';
import { freePort } from '../support/free-port.js';
import { Baresip } from './support/baresip.js';
import { CalledPhone } from './support/called-phone.js';
import { startKamailio } from './support/kamailio.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { sipp } from './support/sipp.js';

const CALLED = '+442079460123';
const QUESTION = 'what is your address';
const GREETING = 'This is the harbour hotel with a message for you.';
const REPLY = 'You find us in Market Street beside the old station.';
const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: GREETING,
  languageCode: 'en-US',
  intents: [{ name: 'address', examples: [QUESTION, 'where are you'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

const overrides = {
  quotas: { outboundCalls: 100, outboundCallsPerSecond: 1_000 },
  outboundCalls: { pollMs: 100 },
};

let fixture: PhoneFixture;
beforeAll(async () => {
  fixture = await createPhoneFixture(agent, {
    overrides,
    trunk: { allowedAddresses: ['203.0.113.1'] },
  });
});
afterEach(() => fixture?.nothingLeft(20_000));
afterAll(() => fixture?.close());

const calls = () => `/v1/agents/${fixture.agentId}/telephony/outbound-calls`;
const through = (host: string, port: number, more: object = {}) =>
  fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, {
    ...{ host, port, allowedPrefixes: ['+44'], transport: 'udp', loginUsername: null, loginPassword: null },
    security: 'as-offered',
    ...more,
  });

async function order(): Promise<string> {
  const { status, body } = await fixture.request('POST', calls(), { toNumber: CALLED, environment: 'live' });
  expect([status, body]).toEqual([200, expect.anything()]);
  return String(body['callSid']);
}

const statusOf = async (callSid: string) =>
  (await fixture.request('GET', `${calls()}/${callSid}/status`)).body as Record<string, string>;
const becomes = (callSid: string, wanted: string) =>
  until(`${callSid} becomes ${wanted}`, async () => (await statusOf(callSid))['status'] === wanted, 15_000);

describeWith(['baresip'], describe)('softphone called by an agent', () => {
  let speech: TestSpeech;
  beforeAll(async () => (speech = await createTestSpeech()));
  afterAll(() => speech?.close());

  it('hears an intelligible greeting and is understood', async () => {
    const port = await freePort();
    const phone = await Baresip.start({ transport: 'udp', codec: 'pcmu', answersOn: port, user: CALLED });
    try {
      await through(fixture.host, port);
      const callSid = await order();
      await becomes(callSid, 'SUCCESS');
      await phone.listen(0);
      for (let round = 0; round < 2; round += 1) {
        const heardMs = await phone.heardMs();
        await phone.speak(await speech.say(QUESTION));
        await phone.listen(heardMs);
      }
      await phone.hangUp();
      const { samples, sampleRateHz } = await phone.heard();
      const greeting = samples.subarray(0, 5 * sampleRateHz);
      expect(await speech.heardShare({ samples: greeting, sampleRateHz }, GREETING)).toBeGreaterThanOrEqual(
        0.8,
      );
      const { turns } = await until('the call is on record', () =>
        fixture.app.prisma.conversation.findFirst({
          where: { callSid, endedAt: { not: null } },
          include: { turns: { orderBy: { position: 'asc' } } },
        }),
      );
      expect(turns.at(-1)?.text).toBe(REPLY);
      expect(turns.at(-2)?.text).toMatch(/address\??$/i);
    } finally {
      await phone.stop();
    }
  });

  it('exchanges SRTP with the agent when the trunk requires it', async () => {
    const port = await freePort();
    const phone = await Baresip.start({
      ...{ transport: 'udp', codec: 'pcmu', user: CALLED, answersOn: port, encrypts: true },
    });
    try {
      await through(fixture.host, port, { security: 'required' });
      const callSid = await order();
      await becomes(callSid, 'SUCCESS');
      await phone.listen(0);
      await phone.hangUp();
      const { media } = await until('the call is on record', () =>
        fixture.app.prisma.conversation.findFirst({ where: { callSid, endedAt: { not: null } } }),
      );
      expect(media).toMatchObject({ packetsLost: 0, packetsRefused: 0 });
      expect((media as { packetsReceived: number }).packetsReceived).toBeGreaterThan(50);
    } finally {
      await phone.stop();
    }
  });
});

describeWith(['sipp'], describe)('load generator called by agents', () => {
  it('gets ten calls, each answered and ended', async () => {
    const port = await freePort();
    await through(fixture.host, port);
    const { host } = fixture;
    const peer = sipp(['-sn', 'uas', '-i', host, '-p', String(port), '-m', '10', '-timeout', '40s']);
    const orders = await Promise.all(Array.from({ length: 10 }, () => order()));
    await Promise.all(orders.map((callSid) => becomes(callSid, 'SUCCESS')));
    await Promise.all(orders.map((callSid) => fixture.request('DELETE', `${calls()}/${callSid}`)));
    expect(await peer).toMatchObject({ successful: 10, failed: 0 });
  });
});

describeWith(['kamailio'], describe)('provider that requires a login', () => {
  it('passes the call on to a phone, which hangs up through it', async () => {
    const phone = await CalledPhone.open((one, invite) => {
      one.answer(invite, 180);
      one.pickUp(invite);
    });
    const login = { username: 'office', password: 'correct-horse-7' };
    const provider = await startKamailio({ ...login, expiresSeconds: 60, relayTo: phone });
    try {
      await through(provider.host, provider.port, {
        loginUsername: login.username,
        loginPassword: login.password,
      });
      const callSid = await order();
      await becomes(callSid, 'SUCCESS');
      await phone.came('ACK');
      const [invite = ''] = phone.requests('INVITE');
      expect(invite).toMatch(/^Record-Route:/im);
      phone.bye(invite);
      await fixture.nothingLeft();
      expect(phone.requests('INVITE')).toHaveLength(1);
    } finally {
      await provider.stop();
      phone.close();
    }
  });
});

describeWith([], describe)('two instances', () => {
  it('dial each number once', async () => {
    const phone = await CalledPhone.open((one, invite) => one.answer(invite, 486));
    await through(phone.host, phone.port);
    const other = await createTestApp({
      databaseUrl: fixture.app.databaseUrl,
      overrides,
      env: { SIP_ENABLED: 'true', SIP_PORT: '0', ALLOW_PRIVATE_NETWORKS: 'sip' },
    });
    try {
      const { prisma } = fixture.app;
      const terms = {
        accountId: fixture.account.accountId,
        agentId: fixture.agentId,
        trunkId: fixture.trunkId,
      };
      await prisma.outboundCall.createMany({
        data: Array.from({ length: 60 }, (_, index) => ({
          ...terms,
          id: `call_${index}`,
          environment: 'live' as const,
          toNumber: `+4420794${String(60_000 + index)}`,
          fromNumber: '+442079460000',
          metadata: {},
          ringSeconds: 45,
          expiresAt: new Date(Date.now() + 600_000),
        })),
      });
      const open = () => prisma.outboundCall.count({ where: { id: { startsWith: 'call_' }, endedAt: null } });
      await until('all have ended', async () => (await open()) === 0, 30_000);
      const called = phone.requests('INVITE').map((invite) => /^INVITE sip:(\+\d+)@/.exec(invite)?.[1]);
      expect(called).toHaveLength(60);
      expect(new Set(called).size).toBe(60);
      const vias = phone.requests('INVITE').map((invite) => /^Via: (?:\S+) ([\d.]+:\d+)/m.exec(invite)?.[1]);
      expect(new Set(vias).size).toBe(2);
    } finally {
      await other.close();
      phone.close();
    }
  });
});
