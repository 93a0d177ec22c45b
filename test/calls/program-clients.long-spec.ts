import type { AgentDocument } from '../../src/agent-document/index.js';
import { describeWithProgram, PROGRAM_KINDS, type ProgramClient } from '../media/support/program-clients.js';
import { resample } from '../stand-ins/audio/pcm.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { concat, rms } from '../support/audio.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';

const GREETING = 'Welcome to the harbour hotel.';
const QUESTION = 'what are your opening hours';
const REPLY = 'We are open from nine in the morning until five in the evening.';

const DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  greeting: GREETING,
  languageCode: 'en-US',
  intents: [{ name: 'hours', examples: [QUESTION, 'when are you open'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

const CLIENT_RATE_HZ = 48_000;
const WINDOW_SAMPLES = CLIENT_RATE_HZ / 50;
/** Speech is some twenty times louder, comfort noise far quieter. */
const AUDIBLE_RMS = 0.01;
/** 300 ms: shorter sound is a click. */
const SPEECH_WINDOWS = 15;
/** A speaker silent for this long has finished. */
const PAUSE_MS = 900;

for (const kind of PROGRAM_KINDS) {
  describeWithProgram(kind, describe)(`caller on ${kind.name}`, () => {
    let service: TestApp;
    let speech: TestSpeech;
    let token: string;
    let client: ProgramClient;

    beforeAll(async () => {
      kind.prepare();
      service = await createTestApp({ env: { MEDIA_LISTEN_IP: kind.serverAddress } });
      const account = await service.createAccount();
      const agentId = await service.createAgent(account, DOCUMENT);
      await publish(service, account, agentId, 'sandbox');
      token = await service.createConnector(account, agentId, 'sandbox');
      speech = await createTestSpeech();
    }, 180_000);

    afterAll(async () => {
      await client?.close();
      await speech?.close();
      await service?.close();
    });

    it('greets, understands and answers through the whole service', async () => {
      client = kind.start();
      const signaling = await SignalingClient.connect(service.baseUrl);
      const { sessionId, data } = await signaling.offer(await client.createOffer(), token);
      client.acceptAnswer(String(data?.['sdp']));
      expect(await share(await listen(0), GREETING)).toBeGreaterThanOrEqual(0.8);
      const askedAtMs = performance.now();
      const question = resample(await speech.say(QUESTION), 16_000, CLIENT_RATE_HZ);
      await client.speak(concat([question, new Int16Array(CLIENT_RATE_HZ)]));
      expect(await share(await listen(askedAtMs), REPLY)).toBeGreaterThanOrEqual(0.8);
      signaling.send({ type: 'close', sessionId });
      const record = await until('the record is finished', () =>
        service.prisma.conversation.findFirst({
          where: { sessionId, endedAt: { not: null } },
          include: { turns: { orderBy: { position: 'asc' } } },
        }),
      );
      expect(record.endReason).toBe('client-close');
      expect(record.turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
        `agent: ${GREETING}`,
        `caller: ${QUESTION}`,
        `agent: ${REPLY}`,
      ]);
      signaling.close();
    });

    const share = (samples: Int16Array, sentence: string) =>
      speech.heardShare({ samples, sampleRateHz: CLIENT_RATE_HZ }, sentence);

    /** The agent's speech until it has finished. Its pauses may contain no packets (DTX). */
    async function listen(sinceMs: number): Promise<Int16Array> {
      let audible = 0;
      let changedAtMs = performance.now();
      await until(
        'the agent was heard and has finished',
        () => {
          const found = audibleWindows(client.heardSince(sinceMs));
          if (found !== audible) changedAtMs = performance.now();
          audible = found;
          return audible >= SPEECH_WINDOWS && performance.now() - changedAtMs > PAUSE_MS;
        },
        30_000,
      );
      return client.heardSince(sinceMs);
    }
  });
}

function audibleWindows(samples: Int16Array): number {
  let count = 0;
  for (let start = 0; start + WINDOW_SAMPLES <= samples.length; start += WINDOW_SAMPLES) {
    if (rms(samples.subarray(start, start + WINDOW_SAMPLES)) > AUDIBLE_RMS) count += 1;
  }
  return count;
}
