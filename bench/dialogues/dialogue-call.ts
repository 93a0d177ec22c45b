import { setTimeout as delay } from 'node:timers/promises';
import { rms } from '../../test/support/audio.js';
import { SignalingClient } from '../../test/support/signaling-client.js';
import { until } from '../../test/support/until.js';
import { WebRtcClient, type HeardChunk, type WebRtcClientOptions } from '../../test/support/webrtc-client.js';
import { durationMs, SOUND_RATE_HZ } from './sounds.js';

/** Sound threshold: speech is some twenty times louder, comfort noise far below. */
const AUDIBLE_RMS = 0.01;
/** For an agent that ducks while it judges overlapping speech (9 dB): soft sound is not silence then. */
export const AUDIBLE_DUCKED_RMS = AUDIBLE_RMS * 10 ** (-9 / 20);
/** Silence after which the agent has finished: longer than the pauses between its sentences. */
const FINISHED_MS = 900;
const CHUNK_MS = 10;
const LONGEST_WAIT_MS = 20_000;
/** Maximum delay until heard audio is known, however busy this thread is. */
const MOST_LATE_MS = 500;
const LOOK_AGAIN_MS = 5;

/** Start and end of speech or sound, in `performance.now()`. */
export interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/** A caller on a real WebRTC connection (libwebrtc, including its jitter buffer) who knows only what it hears. */
export class DialogueCall {
  private readonly sounds: HeardChunk[] = [];
  private examined = 0;

  private constructor(
    private readonly sessionId: string,
    private readonly signaling: SignalingClient,
    private readonly peer: WebRtcClient,
    readonly beganMs: number,
    private readonly audibleRms: number,
  ) {}

  static async begin(
    baseUrl: string,
    token: string,
    mode?: string,
    around: Pick<WebRtcClientOptions, 'addSurroundings'> = {},
    audibleRms = AUDIBLE_RMS,
  ): Promise<DialogueCall> {
    const peer = new WebRtcClient({ ...around, microphoneRateHz: SOUND_RATE_HZ });
    let signaling: SignalingClient | undefined;
    try {
      signaling = await SignalingClient.connect(baseUrl);
      const beganMs = performance.now();
      const answer = await signaling.offer(await peer.createOffer(), token, mode ? { mode } : {});
      if (answer.type !== 'answer') throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
      await peer.acceptAnswer(String(answer.data?.['sdp']));
      return new DialogueCall(answer.sessionId, signaling, peer, beganMs, audibleRms);
    } catch (error) {
      signaling?.close();
      peer.close();
      throw error;
    }
  }

  /** Speaks now, in real time. The samples begin and end with sound. */
  say(samples: Int16Array): Span {
    const beginMs = performance.now();
    void this.peer.sendPcm(samples);
    return { beginMs, endMs: beginMs + durationMs(samples) };
  }

  /** Waits until this time, and until all audio up to it is known. */
  async reach(atMs: number): Promise<void> {
    await delay(Math.max(0, atMs - performance.now()));
    const deadlineMs = performance.now() + MOST_LATE_MS;
    const isKnown = () => (this.peer.heard.at(-1)?.atMs ?? -Infinity) >= atMs - CHUNK_MS;
    while (!isKnown() && performance.now() < deadlineMs) await delay(LOOK_AGAIN_MS);
  }

  /** Time of the agent's first sound after a given time. */
  async firstSoundAfter(sinceMs: number): Promise<number> {
    return until('the agent is heard', () => this.soundsBetween(sinceMs)[0], LONGEST_WAIT_MS);
  }

  /** Waits until the agent has spoken after a given time and is silent again. @returns Time of its last sound. */
  async finishedAfter(sinceMs: number): Promise<number> {
    return until(
      'the agent has finished',
      () => {
        const lastMs = this.soundsBetween(sinceMs).at(-1);
        return lastMs !== undefined && performance.now() - lastMs > FINISHED_MS ? lastMs : undefined;
      },
      LONGEST_WAIT_MS,
    );
  }

  /** Times of the 10 ms frames in which the agent was heard. */
  soundsBetween(fromMs: number, toMs = Number.POSITIVE_INFINITY): number[] {
    for (; this.examined < this.peer.heard.length; this.examined++) {
      const chunk = this.peer.heard[this.examined];
      if (chunk && rms(chunk.samples) > this.audibleRms) this.sounds.push(chunk);
    }
    return this.sounds.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs && atMs < toMs);
  }

  /** Average delay of the caller's own jitter buffer, from WebRTC statistics. */
  async jitterBufferMs(): Promise<number> {
    let heldMs = Number.NaN;
    const stats: Map<string, Record<string, unknown>> = new Map(await this.peer.getStats());
    for (const entry of stats.values()) {
      const { type, jitterBufferDelay, jitterBufferEmittedCount } = entry;
      if (type === 'inbound-rtp' && typeof jitterBufferDelay === 'number')
        heldMs = (1_000 * jitterBufferDelay) / Number(jitterBufferEmittedCount);
    }
    return heldMs;
  }

  hangUp(): void {
    this.signaling.send({ type: 'close', sessionId: this.sessionId });
    this.signaling.close();
    this.peer.close();
  }
}
