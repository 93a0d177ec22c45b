import { rms } from './audio.js';
import { SignalingClient } from './signaling-client.js';
import { until } from './until.js';
import { WebRtcClient } from './webrtc-client.js';

/** Speech is some twenty times louder, comfort noise far below. */
const AUDIBLE_RMS = 0.01;
/** Chunks of 10 ms: less than this is a click, not a word. */
const SPEECH_CHUNKS = 30;
/** A speaker who is silent for this long has finished. */
const PAUSE_MS = 900;

export interface SpokenAudio {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** A caller on a real WebRTC connection who listens until the agent has finished, and then speaks. */
export class SpokenCall {
  private constructor(
    readonly sessionId: string,
    private readonly signaling: SignalingClient,
    private readonly peer: WebRtcClient,
  ) {}

  /** @param changeAnswer for tests that put something between the caller and the server. */
  static async begin(
    baseUrl: string,
    token: string,
    fields: object = {},
    changeAnswer: (sdp: string) => string | Promise<string> = (sdp) => sdp,
  ): Promise<SpokenCall> {
    const peer = new WebRtcClient({ microphoneRateHz: 16_000 });
    const signaling = await SignalingClient.connect(baseUrl);
    const answer = await signaling.offer(await peer.createOffer(), token, fields);
    if (answer.type !== 'answer') {
      signaling.close();
      peer.close();
      throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
    }
    await peer.acceptAnswer(await changeAnswer(String(answer.data?.['sdp'])));
    return new SpokenCall(answer.sessionId, signaling, peer);
  }

  /** Waits until audio can flow. */
  async connected(): Promise<void> {
    await until('media is connected', () => this.peer.connectionState === 'connected');
  }

  /** What the agent says from now on, until it has finished. */
  async listen(sinceMs = performance.now()): Promise<SpokenAudio> {
    // Each chunk is looked at once: there are thousands in a call, and this is asked a hundred times a second.
    let [seen, audible, lastMs] = [0, 0, Number.POSITIVE_INFINITY];
    await until(
      'the agent was heard and has finished',
      () => {
        for (const { atMs, samples } of this.peer.heard.slice(seen)) {
          seen += 1;
          if (atMs >= sinceMs && rms(samples) > AUDIBLE_RMS) [audible, lastMs] = [audible + 1, atMs];
        }
        return audible >= SPEECH_CHUNKS && performance.now() - lastMs > PAUSE_MS;
      },
      30_000,
    );
    return this.peer.heardSince(sinceMs);
  }

  /** Speaks, and gives what the agent answers. Samples are mono at 16 kHz. */
  async ask(question: Int16Array): Promise<SpokenAudio> {
    await this.peer.sendPcm(question);
    return this.listen();
  }

  /** What the caller was understood to say so far, turn by turn; needs `features: ['transcript']` in the offer. */
  get understood(): readonly string[] {
    return this.signaling.received.flatMap(({ type, data }) =>
      type === 'event' && data?.['speaker'] === 'caller' && data['final'] === true
        ? [String(data['text'])]
        : [],
    );
  }

  speak(samples: Int16Array): Promise<void> {
    return this.peer.sendPcm(samples);
  }

  /** Waits for the server's `close`. */
  async closedByServer(timeoutMs = 30_000): Promise<void> {
    await until(
      'the server closes the session',
      () =>
        this.signaling.received.some(
          ({ type, sessionId }) => type === 'close' && sessionId === this.sessionId,
        ),
      timeoutMs,
    );
  }

  hangUp(): void {
    this.signaling.send({ type: 'close', sessionId: this.sessionId });
    this.signaling.close();
    this.peer.close();
  }
}
