/// <reference lib="dom" />
import wrtc from '@roamhq/wrtc';
import { EarshotCall } from '../../../client/src/index.js';
import { rms } from '../../support/audio.js';
import { SignalingClient } from '../../support/signaling-client.js';
import { until } from '../../support/until.js';
import { WebRtcClient } from '../../support/webrtc-client.js';
import { LastingPhone } from '../../telephony/support/lasting-phone.js';
import { NUMBER } from '../../telephony/support/phone-fixture.js';
import type { CallerKind, Hears } from './table.js';
import { CUT_OFF, type Troubled, type TroubledInstances } from './troubled-instances.js';

const AUDIBLE_RMS = 0.01;
const WORDS = 'It is 5.';

/** A caller greeted by the agent, waiting for its next words. */
export interface QuietCaller {
  readonly kind: CallerKind;
  /** What the caller has heard since a time (of `performance.now()`). */
  since(atMs: number): Hears;
  /** Says something the agent answers. */
  speak(): void;
  hangUp(): void;
}

export async function sdkCaller(instances: TroubledInstances, at: readonly Troubled[]): Promise<QuietCaller> {
  const sounds: { readonly atMs: number; readonly connection: number }[] = [];
  const said: string[] = [];
  const sinks: { stop(): void }[] = [];
  const track = new wrtc.nonstandard.RTCAudioSource().createTrack();
  let toldAtMs = 0;
  let hasSpoken = false;
  const call = new EarshotCall({
    signalingUrl: await instances.balance(at),
    authToken: instances.token,
    mode: 'traditional',
    iceServers: [],
    audioElement: null,
    microphone: new wrtc.MediaStream([track]),
    RTCPeerConnection: hearing(sinks, (connection) => sounds.push({ atMs: performance.now(), connection })),
    WebSocket,
  });
  call.on('transcript', ({ speaker, text }) => speaker === 'agent' && said.push(text));
  for (const event of ['state', 'ended'] as const) call.on(event, () => (toldAtMs = performance.now()));
  await call.start();
  await until('it is greeted', () => sounds.length > 0);
  return {
    kind: 'SDK',
    since: (atMs) => {
      const heard = sounds.filter((sound) => sound.atMs > atMs);
      if (heard.some(({ connection }) => connection > 0) && said.includes(CUT_OFF)) return 'goes on';
      // Speech without a question is the goodbye. The client may have reconnected elsewhere and miss the end.
      if (heard.length > 0) return hasSpoken ? 'stays' : 'goodbye';
      return toldAtMs > atMs ? 'told' : 'nothing';
    },
    speak: () => {
      hasSpoken = true;
      call.sendText(WORDS);
    },
    hangUp: () => {
      call.hangUp();
      for (const one of [...sinks, track]) one.stop();
    },
  };
}

/** The class of connections that report audible sound, by their number from 0. */
function hearing(sinks: { stop(): void }[], sounds: (connection: number) => void): typeof RTCPeerConnection {
  let count = 0;
  return class extends wrtc.RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      const connection = count++;
      this.addEventListener('track', ({ track }) => {
        const sink = new wrtc.nonstandard.RTCAudioSink(track);
        sinks.push(sink);
        sink.ondata = ({ samples }: { samples: Int16Array }) => {
          if (rms(samples) > AUDIBLE_RMS) sounds(connection);
        };
      });
    }
  };
}

export async function plainCaller({ token }: TroubledInstances, { app }: Troubled): Promise<QuietCaller> {
  const [signaling, peer] = [await SignalingClient.connect(app.baseUrl), new WebRtcClient()];
  const answer = await signaling.offer(await peer.createOffer(), token, { mode: 'traditional' }, 30_000);
  await peer.acceptAnswer(String(answer.data?.['sdp']));
  const isHeardSince = (sinceMs: number) =>
    peer.heard.some(({ atMs, samples }) => atMs > sinceMs && rms(samples) > AUDIBLE_RMS);
  await until('it is greeted', () => isHeardSince(0));
  return {
    kind: 'plain client',
    since: (atMs) => {
      const isClosed = signaling.received.some(({ type }) => type === 'close');
      const isTold = isClosed || signaling.closeCode !== undefined;
      if (isHeardSince(atMs)) return isTold ? 'goodbye' : 'stays';
      return isTold ? 'told' : 'nothing';
    },
    speak: () => signaling.send({ type: 'text', sessionId: answer.sessionId, data: { text: WORDS } }),
    hangUp: () => {
      signaling.close();
      peer.close();
    },
  };
}

export async function phoneCaller(instances: TroubledInstances, at: Troubled): Promise<QuietCaller> {
  const { host } = instances;
  const phone = await LastingPhone.open(host, { host, port: (await instances.sipPortOf(at)) ?? 0 });
  await phone.call(NUMBER);
  await until('it is greeted', () => phone.heardSince(0));
  const before = phone.heard.at(-1)?.fromPort;
  return {
    kind: 'phone',
    since: (atMs) => {
      const heard = phone.heard.filter((one) => one.isAudible && one.atMs > atMs);
      if (phone.requests('INVITE').length > 0 && heard.some(({ fromPort }) => fromPort !== before))
        return 'goes on';
      if (phone.isOver) return heard.length > 0 ? 'goodbye' : 'told';
      return heard.length > 0 ? 'stays' : 'nothing';
    },
    speak: () => phone.press('5'),
    // Its instance may not answer a BYE.
    hangUp: () => phone.close(),
  };
}
