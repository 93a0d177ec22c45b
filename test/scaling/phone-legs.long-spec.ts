import { readFile } from 'node:fs/promises';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { freePort } from '../support/free-port.js';
import { httpClient } from '../support/http.js';
import { ownAddress } from '../support/own-address.js';
import { until } from '../support/until.js';
import { type Kamailio, startKamailioWith } from '../telephony/support/kamailio.js';
import { LastingPhone } from '../telephony/support/lasting-phone.js';
import { describeWith } from '../telephony/support/programs.js';
import { RawPhone } from '../telephony/support/raw-phone.js';
import { CUT_OFF, keysBrain } from '../telephony/support/two-phone-instances.js';
import { type Instance, ThreeInstances } from './support/three-instances.js';

const NUMBER = '+442079460000';
const THROUGH_KAMAILIO = 6;
const DIRECT = 3;

interface RecordRow {
  readonly id: string;
  readonly end_reason: string | null;
  readonly crashed: boolean | null;
  readonly epoch: number;
  readonly address: string | null;
}

/** Three processes behind Kamailio, with phone calls that stay while these are killed and restarted. */
describeWith(['kamailio'], describe)('phone calls and their instances', () => {
  const host = ownAddress();
  const phones: LastingPhone[] = [];
  const sipPorts: number[] = [];
  let model: OpenAiStandIn;
  let three: ThreeInstances;
  let kamailio: Kamailio;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: keysBrain });
    for (let index = 0; index < 3; index += 1) sipPorts.push(await freePort());
    const { url } = model;
    three = await ThreeInstances.start({
      env: {
        ...{ LLM_URL: url, STT_URL: url, TTS_URL: url },
        ...{ SIP_ENABLED: 'true', ALLOW_PRIVATE_NETWORKS: 'sip,tools' },
        CALL_MOVE_AFTER_MS: '500',
      },
      overrides: { calls: { keyPauseMs: 300 } },
      envOf: (index) => ({
        SIP_PORT: String(sipPorts[index]),
        MEDIA_PHONE_FIRST_PORT: String(10_000 + index * 600),
        MEDIA_PHONE_LAST_PORT: String(10_599 + index * 600),
      }),
    });
    await setUp();
    kamailio = await startBalancer();
  }, 240_000);

  afterAll(async () => {
    for (const phone of phones) phone.close();
    await kamailio?.stop();
    await three?.close();
    await model?.close();
  });

  async function setUp(): Promise<void> {
    const { agentId, apiKey: key, baseUrl } = three.access;
    await three.publish({
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      carryOn: { message: CUT_OFF },
      models: { traditional: { llm: { provider: 'openai' } } },
    });
    const call = httpClient(baseUrl);
    const trunk = { name: 'Phones', allowedAddresses: [host], maxCalls: 50, maxCallsPerSecond: 50 };
    expect((await call('POST', '/v1/telephony/trunks', { key, body: trunk })).status).toBe(201);
    const numbers = { phoneNumbers: [NUMBER], clientEnv: 'sandbox' };
    const path = `/v1/agents/${agentId}/telephony/phone-numbers`;
    expect((await call('POST', path, { key, body: numbers })).status).toBeLessThan(300);
  }

  async function startBalancer(): Promise<Kamailio> {
    const list = sipPorts.map((port) => `1 sip:${host}:${port}\n`).join('');
    const shipped = await readFile('deploy/kamailio.cfg', 'utf8');
    const started = await startKamailioWith({ 'kamailio-dispatcher.list': list }, (at) =>
      shipped
        .replace('!OWN_UDP!udp:0.0.0.0:5060!', `!OWN_UDP!udp:${at.host}:${at.port}!`)
        .replace('!OWN_TCP!tcp:0.0.0.0:5060!', `!OWN_TCP!tcp:${at.host}:${at.port}!`)
        .replace('/etc/kamailio', at.folder),
    );
    const phone = await RawPhone.open(started.host, started);
    const listens = async () => {
      phone.options();
      return until('it answers', () => phone.answers.length > 0, 500).catch(() => false);
    };
    await until('it listens', listens, 20_000);
    phone.close();
    return started;
  }

  async function recordOf({ callId }: LastingPhone): Promise<RecordRow> {
    const [row] = await three.query<RecordRow>(
      `SELECT c.id, c.end_reason, c.crashed, c.epoch, i.address FROM conversations c
        LEFT JOIN instances i ON i.id = c.instance_id WHERE c.call_sid = $1`,
      [callId],
    );
    if (!row) throw new Error('the call is not on record');
    return row;
  }

  async function wordsOf(phone: LastingPhone): Promise<string[]> {
    const { id } = await recordOf(phone);
    const rows = await three.query<{ text: string }>(
      `SELECT text FROM turns WHERE conversation_id = $1 AND speaker = 'agent' ORDER BY position`,
      [id],
    );
    return rows.map(({ text }) => text);
  }

  async function press(phone: LastingPhone, key: string, answer: string): Promise<void> {
    phone.press(key);
    await until(`the agent says ${answer}`, async () => (await wordsOf(phone)).includes(answer), 20_000);
  }

  const ownedBy = async ({ peerUrl }: Instance): Promise<LastingPhone[]> => {
    const owned = await Promise.all(
      phones.map(async (phone) => ((await recordOf(phone)).address === peerUrl ? [phone] : [])),
    );
    return owned.flat();
  };

  it('continues elsewhere when instances are killed in turn and one restarts', async () => {
    const ways = [
      ...Array.from({ length: THROUGH_KAMAILIO }, () => kamailio),
      ...Array.from({ length: DIRECT }, (_, index) => ({ host, port: sipPorts[index] ?? 0 })),
    ];
    for (const way of ways) {
      const phone = await LastingPhone.open(host, way);
      phones.push(phone);
      await phone.call(NUMBER);
      await until('it is greeted', () => phone.heardSince(0), 20_000);
    }
    const ids = await Promise.all(phones.map(async (phone) => (await recordOf(phone)).id));
    let pressed = '';
    const gaps: number[] = [];
    for (const [round, instance] of three.instances.entries()) {
      pressed = [...pressed, String(round + 1)].join('');
      const answer = `You pressed ${[...pressed].join(' ')}.`;
      await Promise.all(phones.map((phone) => press(phone, String(round + 1), answer)));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const owned = await ownedBy(instance);
      const invited = new Map(owned.map((phone) => [phone, phone.requests('INVITE').length]));
      const atMs = performance.now();
      await three.kill(instance);
      for (const phone of owned) {
        const offer = await until(
          'it is invited again',
          () => phone.requests('INVITE')[invited.get(phone) ?? 0],
          40_000,
        );
        const port = Number(/^m=audio (\d+)/m.exec(offer)?.[1]);
        const heard = await until('the agent is heard again', () => phone.heardSince(atMs, port), 20_000);
        gaps.push(heard.atMs - atMs);
      }
      process.stdout.write(`killed ${instance.index}: ${owned.length} calls went on\n`);
      await three.run(instance);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    }
    const sorted = [...gaps].sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? NaN);
    process.stdout.write(`gaps of ${gaps.length}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms\n`);
    expect(gaps.length).toBeGreaterThan(0);
    expect(phones.filter(({ isOver }) => isOver)).toEqual([]);
    await restart();
    const answer = `You pressed ${[...pressed, '9'].join(' ')}.`;
    for (const phone of phones) await press(phone, '9', answer);
    expect(await Promise.all(phones.map(async (phone) => (await recordOf(phone)).id))).toEqual(ids);
    for (const phone of phones) await phone.bye();
    for (const phone of phones) {
      await until('its record ends', async () => (await recordOf(phone)).end_reason === 'client-close');
    }
    expect(three.errors()).toBe('');
  }, 400_000);

  async function restart(): Promise<void> {
    const sizes = await Promise.all(three.instances.map(async (one) => (await ownedBy(one)).length));
    const [instance] = three.instances.filter(({ index }) => sizes[index] === Math.max(...sizes));
    if (!instance) throw new Error('no instance has calls');
    const owned = await ownedBy(instance);
    const cutOffs = await Promise.all(
      owned.map(async (phone) => (await wordsOf(phone)).filter((w) => w === CUT_OFF)),
    );
    const atMs = performance.now();
    instance.process?.signal('SIGTERM');
    await instance.process?.exited;
    process.stdout.write(`${owned.length} calls moved in ${Math.round(performance.now() - atMs)} ms\n`);
    expect(owned.filter(({ isOver }) => isOver)).toEqual([]);
    const after = await Promise.all(
      owned.map(async (phone) => (await wordsOf(phone)).filter((w) => w === CUT_OFF)),
    );
    expect(after).toEqual(cutOffs);
    instance.process = undefined;
    await three.run(instance);
  }
});
