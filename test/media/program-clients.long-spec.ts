import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, toneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { describeWithProgram, PROGRAM_KINDS, type ProgramClient } from './support/program-clients.js';

const CALLER_TONE = tone({ frequencyHz: 440, durationMs: 3_000, sampleRateHz: 48_000 });
const AGENT_TONE = tone({ frequencyHz: 620, durationMs: 3_000, sampleRateHz: 24_000 });

for (const kind of PROGRAM_KINDS) {
  describeWithProgram(kind, describe as jest.Describe)(`call of ${kind.name}`, () => {
    let media: MediaService;
    let client: ProgramClient;
    let session: MediaSession;
    let listener: RecordingListener;

    beforeAll(async () => {
      kind.prepare();
      media = await startMedia({ MEDIA_LISTEN_IP: kind.serverAddress }, { consentTimeoutMs: 10_000 });
    }, 180_000);

    afterEach(async () => {
      session?.close();
      await client?.close();
    });

    afterAll(() => media?.close());

    async function accept(offerSdp: string, loop = false): Promise<void> {
      session = await openSession(media, offerSdp, { loop });
      listener = new RecordingListener();
      session.listen(listener);
      client.acceptAnswer(session.answerSdp);
      await until('media is connected', () => listener.connectedAtMs, 15_000);
    }

    /** Both speak at once; each must hear the other, and little else, for a full second. */
    async function expectConversation(): Promise<void> {
      const startedAtMs = performance.now();
      session.speech.write(AGENT_TONE);
      const spoken = client.speak(CALLER_TONE);
      let agentIsHeard = false;
      let callerIsHeard = false;
      await until('both were heard', () => {
        agentIsHeard ||= isTone(client.heardSince(startedAtMs), 620, 48_000);
        callerIsHeard ||= isTone(concat(listener.frames.map(({ samples }) => samples)), 440, 16_000);
        return agentIsHeard && callerIsHeard;
      });
      await spoken;
    }

    it('carries audio both ways', async () => {
      client = kind.start();
      await accept(await client.createOffer());
      await expectConversation();
      expect((await session.stats()).protocol).toBe('udp');
      expect((await session.stats()).packetsLost).toBe(0);
    });

    it('carries audio both ways when video and data are offered', async () => {
      client = kind.start(['video', 'data']);
      await accept(await client.createOffer());
      await expectConversation();
    });

    it('echoes its packets in a looped session', async () => {
      client = kind.start();
      await accept(await client.createOffer(), true);
      const startedAtMs = performance.now();
      const spoken = client.speak(CALLER_TONE);
      await until('its tone came back', () => isTone(client.heardSince(startedAtMs), 440, 48_000));
      await spoken;
    });

    it('continues after a re-offer', async () => {
      client = kind.start();
      await accept(await client.createOffer());
      const before = iceUsernameFragment();
      const outcome = await session.reoffer(await client.createOffer({ restart: kind.restartsIce }));
      if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
      client.acceptAnswer(outcome.answerSdp);
      expect(iceUsernameFragment() !== before).toBe(kind.restartsIce);
      await expectConversation();
    });

    const itIfItTrickles = kind.trickles ? it : it.skip;
    itIfItTrickles('that sends its candidates one by one hears both sides', async () => {
      client = kind.start();
      const offerSdp = await client.createOffer({ trickle: true });
      expect(offerSdp).not.toContain('a=candidate');
      await accept(offerSdp);
      expect(client.candidates.length).toBeGreaterThan(0);
      expect(client.candidates.filter((line) => !session.acceptRemoteCandidate(line))).toEqual([]);
      await expectConversation();
    });

    it(`ends when the client leaves, ${kind.saysGoodbye ? 'at once' : 'after the media timeout'}`, async () => {
      client = kind.start();
      await accept(await client.createOffer());
      await client.close();
      await until('the session has ended', () => listener.failure, kind.saysGoodbye ? 5_000 : 20_000);
      expect(listener.failure).toBe(kind.saysGoodbye ? 'peer-closed' : 'media-timeout');
    });

    const iceUsernameFragment = () => /a=ice-ufrag:(\S+)/.exec(session.answerSdp)?.[1];
  });
}

/** Whether the latest second is the tone at about its original level. */
function isTone(samples: Int16Array, frequencyHz: number, sampleRateHz: number): boolean {
  const latest = samples.slice(-sampleRateHz);
  const isWhole = latest.length === sampleRateHz && rms(latest) > 0.15;
  return isWhole && toneShare(latest, frequencyHz, sampleRateHz) > 0.9;
}
