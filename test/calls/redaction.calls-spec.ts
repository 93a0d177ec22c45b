import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { decodeOggOpus } from '../conversations/ogg-opus-decoder.js';
import { type Brain, OpenAiStandIn, scriptedEars } from '../stand-ins/index.js';
import { rms } from '../support/audio.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { dumpDatabase } from '../support/dump.js';
import { httpClient } from '../support/http.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import { FAST, FAST_OVERRIDES } from '../webhooks/support/webhook-fixture.js';

const CARD = '4242 4242 4242 4242';
const EMAIL = 'ann.lee@example.com';
const PHONE = '01632 960 001';
const WORDS = `Charge ${CARD}, write to ${EMAIL} or call ${PHONE}.`;
const THANKS = 'Thank you very much.';

/** Calls a tool that returns its input and one that fails with it, then repeats the address. */
const brain: Brain = ({ history }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: `Sent to ${EMAIL}.` };
  if (last?.text !== WORDS) return { kind: 'say', text: 'You are welcome.' };
  const text = JSON.stringify({ card: CARD, email: EMAIL, phone: PHONE });
  return { kind: 'call', name: 'charge', arguments: text, also: [{ name: 'remind', arguments: text }] };
};

/** Which of the three appear in a text, in any digit grouping. */
function found(text: string): string[] {
  const digits = text.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '');
  const secrets = [CARD.replaceAll(' ', ''), PHONE.replaceAll(' ', ''), EMAIL, 'ann.lee'];
  return secrets.filter((secret) => digits.includes(secret));
}

/** Duration of audible sound. */
function audibleMs(samples: Int16Array, sampleRateHz: number): number {
  const window = sampleRateHz / 50;
  let audible = 0;
  for (let at = 0; at + window <= samples.length; at += window)
    if (rms(samples.subarray(at, at + window)) > 0.02) audible += 20;
  return audible;
}

describe('content redacted by an agent document', () => {
  const told: string[] = [];
  let tools: Server;
  let model: OpenAiStandIn;
  let receiver: Receiver;
  let database: TestDatabase;
  let service: ServiceProcess;
  let speech: TestSpeech;

  beforeAll(async () => {
    tools = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        told.push(body);
        response.writeHead(request.url === '/charge' ? 200 : 500).end(body);
      });
    });
    await new Promise<void>((resolve) => tools.listen(0, '127.0.0.1', resolve));
    model = await OpenAiStandIn.start({ brain, ears: scriptedEars(WORDS, THANKS) });
    receiver = await startReceiver();
    speech = await createTestSpeech();
    database = await createTestDatabase();
    buildService();
    const { url } = model;
    const env = {
      ...{ LOG_LEVEL: 'trace', RECORDINGS_ENABLED: 'true' },
      ...{ LLM_URL: url, STT_URL: url, TTS_URL: url },
      ...{ ...FAST, ALLOW_PRIVATE_NETWORKS: 'tools,webhooks' },
    };
    const overrides = {
      ...FAST_OVERRIDES,
      conversations: { jobPollIntervalMs: 50 },
      providers: { sttAnticipateAfterMs: 0 },
    };
    service = await startServiceProcess(database.url, env, { overrides });
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
    await Promise.all([speech?.close(), receiver?.close(), model?.close()]);
    tools?.close();
  });

  const tool = (name: string) => ({
    name,
    description: 'Takes what the caller said.',
    http: {
      method: 'POST' as const,
      url: `http://127.0.0.1:${(tools.address() as AddressInfo).port}/${name}`,
    },
  });

  const document = (): AgentDocument => ({
    schemaVersion: 1,
    greeting: 'Hello.',
    prompt: 'You take orders.',
    tools: [tool('charge'), tool('remind')],
    privacy: { redact: ['card_numbers', 'emails', 'phone_numbers'] },
  });

  /** A call in which the caller says all three and then thanks. */
  async function callAgent(): Promise<string> {
    const send = httpClient(service.baseUrl);
    const key = service.apiKey;
    const path = `/v1/agents/${service.agentId}`;
    const { revision } = (await send('GET', `${path}/draft`, { key })).body;
    const put = await send('PUT', `${path}/draft`, { key, body: { revision, document: document() } });
    expect(put.status).toBe(200);
    const body = { name: 'all', url: `${receiver.baseUrl}/events`, event_types: ['conversation.ended'] };
    expect((await send('POST', '/v1/webhook-endpoints', { key, body })).status).toBe(201);
    const publish = { key, body: { environment: 'sandbox' } };
    expect((await send('POST', `${path}/deployments/publish`, publish)).status).toBe(201);
    const call = await SpokenCall.begin(service.baseUrl, service.connectorToken, { mode: 'traditional' });
    await call.listen(0);
    await call.ask(await speech.say('Charge my card.'));
    await call.ask(await speech.say(THANKS));
    call.hangUp();
    return call.sessionId;
  }

  it('is absent from records, webhooks, logs and audio, but reaches the model and tools', async () => {
    const sessionId = await callAgent();
    const event = await until('the end is told', () => receiver.requests[0]?.body, 15_000);
    const { conversation } = JSON.parse(event).data;
    expect(conversation).toMatchObject({ sessionId });
    const all = 'Charge [card number], write to [email address] or call [phone number].';
    expect(conversation.turns.map(({ text }: { text: string }) => text)).toEqual([
      'Hello.',
      all,
      'Sent to [email address].',
      THANKS,
      'You are welcome.',
    ]);
    // The tools may finish in either order.
    const kinds = conversation.events.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['claim', 'fault', 'tool-call', 'tool-call']);
    expect(found(told.join())).toHaveLength(4);
    expect(found(JSON.stringify(model.requests))).toHaveLength(4);

    const rows = await storedRows();
    expect(rows.join('\n')).toContain(all);
    expect([found(event), rows.filter((row) => found(row).length > 0)]).toEqual([[], []]);
    const log = service.log() + service.errorOutput();
    for (const line of ['call began', 'call ended', '"level":20', 'TOOL_REFUSED'])
      expect(log).toContain(line);
    expect(found(log)).toEqual([]);
    // Audible are the caller's thanks and the agent's greeting and last reply.
    const { left, right, sampleRateHz } = decodeOggOpus(await soundOf(conversation.id));
    const thanksMs = audibleMs(await speech.say(THANKS), 16_000);
    expect(audibleMs(left, sampleRateHz) / thanksMs).toBeGreaterThan(0.6);
    expect(audibleMs(left, sampleRateHz) / thanksMs).toBeLessThan(1.4);
    expect(audibleMs(right, sampleRateHz)).toBeGreaterThan(500);
    expect(audibleMs(right, sampleRateHz)).toBeLessThan(3_000);
  });

  async function storedRows(): Promise<string[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const dump = await dumpDatabase(async (sql, ...values) => (await client.query(sql, values)).rows);
      return Object.values(dump).flat();
    } finally {
      await client.end();
    }
  }

  async function soundOf(conversationId: string): Promise<Buffer> {
    const url = `${service.baseUrl}/v1/conversations/${conversationId}/audio`;
    const answer = await fetch(url, { headers: { 'x-api-key': service.apiKey } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }
});
