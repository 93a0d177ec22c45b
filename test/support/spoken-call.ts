import { rms } from './audio.js';
import { SignalingClient } from './signaling-client.js';
import { until } from './until.js';
import { WebRtcClient } from './webrtc-client.js';

/** Speech is some twenty times louder, comfort noise far quieter. */
const AUDIBLE_RMS = 0.01;
/** In chunks of 10 ms: shorter sound is a click. */
const SPEECH_CHUNKS = 30;
/** A speaker silent for this long has finished. */
const PAUSE_MS = 900;

export interface SpokenAudio {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** A caller on a real WebRTC connection who waits for the agent to finish before speaking. */
export class SpokenCall {
  private constructor(
    readonly sessionId: string,
    private readonly signaling: SignalingClient,
    private readonly peer: WebRtcClient,
  ) {}

  /** @param changeAnswer Inserts something between the caller and the server. */
  static async begin(
    baseUrl: string,
    token: string,
    fields: { readonly mode?: string; readonly features?: readonly string[]; [field: string]: unknown } = {},
    changeAnswer: (sdp: string) => string | Promise<string> = (sdp) => sdp,
  ): Promise<SpokenCall> {
    const peer = new WebRtcClient({ microphoneRateHz: 16_000 });
    const signaling = await SignalingClient.connect(baseUrl);
    const answer = await signaling.offer(await peer.createOffer(), token, {
      ...fields,
      features: ['state', ...(fields.features ?? [])],
    });
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

  /** The agent's speech from now on, until it has finished. */
  async listen(sinceMs = performance.now()): Promise<SpokenAudio> {
    // Each chunk is checked once: a call has thousands, and this runs a hundred times a second.
    let [seen, audible, lastMs] = [0, 0, Number.POSITIVE_INFINITY];
    await until(
      'the agent was heard and has finished',
      () => {
        for (const { atMs, samples } of this.peer.heard.slice(seen)) {
          seen += 1;
          if (atMs >= sinceMs && rms(samples) > AUDIBLE_RMS) [audible, lastMs] = [audible + 1, atMs];
        }
        // A busy machine pauses within a sentence, too: the agent's state tells the two apart.
        const hasFinished = this.agentState !== 'speaking' && performance.now() - lastMs > PAUSE_MS;
        return audible >= SPEECH_CHUNKS && hasFinished;
      },
      30_000,
    );
    return this.peer.heardSince(sinceMs);
  }

  /** Speaks. @returns The agent's reply. Samples are mono at 16 kHz. */
  async ask(question: Int16Array): Promise<SpokenAudio> {
    await this.peer.sendPcm(question);
    return this.listen();
  }

  private get agentState(): unknown {
    const states = this.signaling.received.filter(
      ({ type, data }) => type === 'event' && data?.['kind'] === 'state',
    );
    return states.at(-1)?.data?.['state'];
  }

  /** The caller's transcript so far by turn; requires `features: ['transcript']` in the offer. */
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
