/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { DataChannelClient } from '../media/support/datachannel-client.js';
import { WeriftClient } from '../media/support/werift-client.js';
import { tone, toneShare } from '../support/audio.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import type { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const TONE_HZ = 523;
const TONE = tone({ frequencyHz: TONE_HZ, durationMs: 1_500, sampleRateHz: 48_000 });
/** The first packets may arrive while the client is still connecting. */
const SKIP_MS = 300;

/** What each client can do, in its own way. */
interface EchoClient {
  createOffer(): Promise<string>;
  acceptAnswer(sdp: string): Promise<void>;
  /** Speaks. @returns The share of it in the received audio (0 to 1). */
  echoedShare(): Promise<number>;
  close(): Promise<void>;
}

/** Clients that work on RTP packets. */
function packetClient(client: WeriftClient | DataChannelClient): EchoClient {
  return {
    createOffer: () => client.createOffer(),
    acceptAnswer: (sdp) => client.acceptAnswer(sdp),
    async echoedShare() {
      await until('media is connected', () => client.isConnected);
      const beganMs = performance.now();
      await client.speak(TONE);
      return toneShare(client.line.decodeSince(beganMs + SKIP_MS), TONE_HZ, 48_000);
    },
    close: () => client.close(),
  };
}

function libwebrtcClient(): EchoClient {
  const client = new WebRtcClient();
  return {
    createOffer: () => client.createOffer(),
    acceptAnswer: (sdp) => client.acceptAnswer(sdp),
    async echoedShare() {
      await until('media is connected', () => client.connectionState === 'connected');
      const beganMs = performance.now();
      await client.sendPcm(TONE);
      const { samples, sampleRateHz } = client.heardSince(beganMs + SKIP_MS);
      return toneShare(samples, TONE_HZ, sampleRateHz);
    },
    close: () => Promise.resolve(client.close()),
  };
}

describe('echo call through the whole service', () => {
  let fixture: CallFixture;
  let signaling: SignalingClient;

  beforeAll(async () => {
    fixture = await createCallFixture({ MEDIA_LISTEN_IP: '127.0.0.1' });
    signaling = await fixture.signaling();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  it.each([
    ['@roamhq/wrtc', libwebrtcClient],
    ['node-datachannel', () => packetClient(new DataChannelClient())],
    ['werift', () => packetClient(new WeriftClient())],
  ])('gives %s its own audio back', async (_, createClient) => {
    const client = createClient();
    try {
      const answer = await signaling.offer(await client.createOffer(), fixture.token, { mode: 'echo' });
      expect(answer.type).toBe('answer');
      await client.acceptAnswer(String(answer.data?.['sdp']));
      expect(await client.echoedShare()).toBeGreaterThan(0.8);
      signaling.send({ type: 'close', sessionId: answer.sessionId });
    } finally {
      await client.close();
    }
    // Last, because some clients use the service's own Opus codec.
    await fixture.allReleased();
  });

  describeWithChromium(describe)('of Chromium', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await launchChromium();
      page = await browser.newPage();
      await page.goto(`${fixture.app.baseUrl}/health`);
    });

    afterAll(() => browser?.close());

    it('gives it its own audio back', async () => {
      const heard = await page.evaluate(callWithEcho, [fixture.app.baseUrl, fixture.token] as const);
      expect(heard).toEqual({ state: 'connected', hasSound: true, packetsLost: 0 });
      await fixture.allReleased();
    });
  });
});

/** Runs in the page with the browser's own WebSocket and WebRTC, and Chromium's beeping microphone. */
async function callWithEcho([baseUrl, token]: readonly [string, string]) {
  const connection = new RTCPeerConnection();
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) connection.addTrack(track, stream);
  connection.ontrack = ({ track }) => {
    const audio = document.createElement('audio');
    audio.srcObject = new MediaStream([track]);
    document.body.append(audio);
    void audio.play();
  };
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/v1/webrtc/signal`);
  await new Promise((resolve) => (socket.onopen = resolve));
  let sessionId = '';
  const answered = new Promise<void>((resolve) => {
    socket.onmessage = async ({ data }) => {
      const frame = JSON.parse(data as string);
      if (frame.type === 'answer') {
        sessionId = frame.sessionId;
        await connection.setRemoteDescription(frame.data);
        resolve();
      }
      if (frame.type === 'ice-candidate') await connection.addIceCandidate(frame.data);
    };
  });
  await connection.setLocalDescription(await connection.createOffer());
  const data = { type: 'offer', sdp: connection.localDescription?.sdp };
  socket.send(JSON.stringify({ type: 'offer', sessionId: '', data, authToken: token, mode: 'echo' }));
  await answered;
  const giveUpAtMs = performance.now() + 15_000;
  let energy = 0;
  let packetsLost = 0;
  while (energy < 1e-4 && performance.now() < giveUpAtMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const entry of (await connection.getStats()).values()) {
      if (entry.type !== 'inbound-rtp') continue;
      energy = entry.totalAudioEnergy;
      packetsLost = entry.packetsLost;
    }
  }
  const state = connection.connectionState;
  socket.send(JSON.stringify({ type: 'close', sessionId }));
  connection.close();
  return { state, hasSound: energy >= 1e-4, packetsLost };
}
