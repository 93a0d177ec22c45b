import { rms } from '../support/audio.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { decodeOggOpus } from './ogg-opus-decoder.js';

const GREETING = 'Hello, this is the library.';
const OPENING_HOURS = 'We are open from nine to five.';

describe('call', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', RECORDINGS_ENABLED: 'true' } });
  });

  afterAll(() => service.close());

  /** A call with one question. @returns Its record. */
  async function askOnce(token: string, question: Int16Array) {
    const caller = new WebRtcClient();
    const signaling = await SignalingClient.connect(service.baseUrl);
    const answer = await signaling.offer(await caller.createOffer(), token, {
      mode: 'traditional',
      caller: '+441632960001',
    });
    const { sessionId } = answer;
    await caller.acceptAnswer(String(answer.data?.['sdp']));
    const turnsOfAgent = () =>
      service.prisma.turn.count({ where: { conversation: { sessionId }, speaker: 'agent' } });
    /** The agent has spoken since then and finished. */
    const heardOut = (sinceMs: number) =>
      until('the agent was heard out', () => {
        const { samples, sampleRateHz } = caller.heardSince(sinceMs);
        const loud = loudWindows(samples, sampleRateHz);
        const silentWindows = samples.length / (sampleRateHz / 50) - (loud.at(-1) ?? 0);
        return loud.length > 40 && silentWindows > 50;
      });
    await until('the agent has greeted', async () => (await turnsOfAgent()) > 0, 20_000);
    await heardOut(0);
    await caller.sendPcm(question);
    const askedAtMs = performance.now();
    await until('the agent has answered', async () => (await turnsOfAgent()) > 1, 20_000);
    await heardOut(askedAtMs);
    signaling.send({ type: 'close', sessionId });
    caller.close();
    signaling.close();
    return await until('the record is complete', () =>
      service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
  }

  it("records both sides' words, times and latencies, and audio with one channel per side", async () => {
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      intents: [{ name: 'hours', examples: ['what are your opening hours'], reply: OPENING_HOURS }],
      // A busy machine may lose a word.
      fallbackReply: OPENING_HOURS,
    });
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');

    const question = await synthesise('What are your opening hours?', 48_000);
    const { id, sessionId } = await askOnce(token, question);

    const call = httpClient(service.baseUrl);
    const listed = await until('the waveform is stored', async () => {
      const { conversations } = (await call('GET', '/v1/conversations', { key })).body;
      return conversations[0]?.waveform ? conversations[0] : undefined;
    });
    expect(listed.id).toBe(id);
    for (const side of ['caller', 'agent'] as const) {
      expect(listed.waveform[side].length).toBeLessThanOrEqual(64);
      expect(Math.max(...listed.waveform[side])).toBeGreaterThan(20);
    }
    const { conversation } = (await call('GET', `/v1/conversations/${id}`, { key })).body;
    expect(conversation).toMatchObject({
      sessionId,
      target: 'sandbox',
      mode: 'traditional',
      adapter: 'starter',
      caller: '+441632960001',
      crashed: false,
      connectedAt: expect.any(String),
      media: { packetsReceived: expect.any(Number) },
      turns: [
        { speaker: 'agent', text: GREETING },
        { speaker: 'caller', text: expect.any(String) },
        { speaker: 'agent', text: OPENING_HOURS, latency: { heardMs: expect.any(Number) } },
      ],
    });

    const response = await fetch(`${service.baseUrl}${conversation.audio.url}`, {
      headers: { 'x-api-key': key },
    });
    expect(response.status).toBe(200);
    const { left, right, sampleRateHz } = decodeOggOpus(Buffer.from(await response.arrayBuffer()));
    const durationMs = (left.length * 1_000) / sampleRateHz;
    expect(Math.abs(durationMs - conversation.durationMs)).toBeLessThan(1_000);
    // Agent, caller, agent: each is audible only on its own side.
    const agentLoud = loudWindows(right, sampleRateHz);
    const callerLoud = loudWindows(left, sampleRateHz);
    expect(agentLoud.length).toBeGreaterThan(50);
    expect(callerLoud.length).toBeGreaterThan(25);
    const callerAlone = callerLoud.filter((index) => !agentLoud.includes(index));
    expect(callerAlone.length / callerLoud.length).toBeGreaterThan(0.9);
    expect(agentLoud[0]).toBeLessThan(callerLoud[0] ?? 0);
    expect(agentLoud.at(-1)).toBeGreaterThan(callerLoud.at(-1) ?? 0);
    // Both sides share a timeline: the agent waits for 500 ms of silence even on a busy machine, and so does the
    // recording.
    const answerBegins = agentLoud.find((index) => index > (callerLoud[0] ?? 0)) ?? 0;
    expect(answerBegins - (callerLoud.at(-1) ?? 0)).toBeGreaterThan(5);
  });

  it('records no words, numbers or audio when the agent requires privacy', async () => {
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      privacy: { storeText: false, recordAudio: false },
    });
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    const client = new WebRtcClient();
    const signaling = await SignalingClient.connect(service.baseUrl);
    const answer = await signaling.offer(await client.createOffer(), token, {
      mode: 'traditional',
      caller: '+441632960002',
    });
    await client.acceptAnswer(String(answer.data?.['sdp']));
    await until(
      'the greeting is recorded',
      () => service.prisma.turn.findFirst({ where: { agentId } }),
      20_000,
    );
    signaling.send({ type: 'close', sessionId: answer.sessionId });
    const { id } = await until('the record is complete', () =>
      service.prisma.conversation.findFirst({ where: { agentId, endedAt: { not: null } } }),
    );
    client.close();
    signaling.close();
    const { body } = await httpClient(service.baseUrl)('GET', `/v1/conversations/${id}`, { key });
    expect(body.conversation).toMatchObject({
      caller: null,
      audio: null,
      turns: [{ speaker: 'agent', text: null }],
    });
    expect(JSON.stringify(body)).not.toMatch(/library|441632960002/);
  });
});

/** The 20 ms windows, counted from the start, that contain a voice. */
function loudWindows(samples: Int16Array, sampleRateHz: number): number[] {
  const length = sampleRateHz / 50;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) => index).filter(
    (index) => rms(samples.subarray(index * length, (index + 1) * length)) > 0.02,
  );
}
