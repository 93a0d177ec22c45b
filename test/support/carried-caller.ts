import { type ReceivedFrame, SignalingClient } from './signaling-client.js';
import { until } from './until.js';
import { WebRtcClient } from './webrtc-client.js';

/** Beside other suites an instance takes its time. */
const ANSWERED_MS = 20_000;

interface Told {
  readonly kind?: string;
  readonly speaker?: string;
  readonly text?: string;
  readonly final?: boolean;
}

/**
 * A caller who writes instead of speaking, and whose client goes on with its call at another address when the one that
 * it has is lost: a new socket and a new peer connection, with the session of before.
 */
export class CarriedCaller {
  sessionId = '';
  /** What the agent has said, in order, over all instances. */
  readonly said: string[] = [];
  /** All connections that it has had, the latest last. */
  readonly peers: WebRtcClient[] = [];
  private signaling: SignalingClient | undefined;
  private readonly left: SignalingClient[] = [];

  /** @param keepsAll Lets none of its connections go before it hangs up, so that it hears who still speaks there. */
  constructor(
    private readonly token: string,
    private readonly fields: object = {},
    private readonly keepsAll = false,
  ) {}

  /** Whether the socket that it has now is gone. */
  get isCutOff(): boolean {
    return this.signaling?.closeCode !== undefined;
  }

  /** All frames of the socket that it has now. */
  get frames(): readonly ReceivedFrame[] {
    return this.signaling?.received ?? [];
  }

  /** Makes the call there, or goes on with it. @returns The answer or the error. */
  async offerTo(baseUrl: string, token = this.token): Promise<ReceivedFrame> {
    const [socketBefore, peerBefore] = [this.signaling, this.peers.at(-1)];
    const signaling = await SignalingClient.connect(baseUrl);
    const peer = new WebRtcClient();
    const { sessionId } = this;
    const fields = { ...this.fields, features: ['transcript', 'tool', 'move'], sessionId };
    const leave = () => {
      signaling.close();
      peer.close();
    };
    const answer = await signaling.offer(await peer.createOffer(), token, fields).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (answer.type !== 'answer') {
      leave();
      return answer;
    }
    this.sessionId = answer.sessionId;
    this.signaling = signaling;
    this.peers.push(peer);
    if (this.keepsAll && socketBefore) this.left.push(socketBefore);
    else {
      socketBefore?.close();
      peerBefore?.close();
    }
    signaling.socket.on('message', (data) =>
      this.take(JSON.parse((data as Buffer).toString()) as ReceivedFrame),
    );
    for (const frame of signaling.received) this.take(frame);
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    await until('media is connected', () => peer.connectionState === 'connected');
    return answer;
  }

  /** Writes, and gives what the agent answers. */
  async ask(text: string): Promise<string> {
    const seen = this.said.length;
    this.signaling?.send({ type: 'text', sessionId: this.sessionId, data: { text } });
    return until('the agent answers', () => this.said[seen], ANSWERED_MS);
  }

  /** The socket is gone without a word; a peer connection that is closed would say so. */
  vanish(): void {
    this.signaling?.destroy();
  }

  send(frame: object): void {
    this.signaling?.send(frame);
  }

  hangUp(): void {
    this.send({ type: 'close', sessionId: this.sessionId });
    for (const signaling of [...this.left, this.signaling]) signaling?.close();
    for (const peer of this.peers) peer.close();
  }

  private take({ type, data }: ReceivedFrame): void {
    const { kind, speaker, text, final } = (data ?? {}) as Told;
    if (type === 'event' && kind === 'transcript' && speaker === 'agent' && final) this.said.push(text ?? '');
  }
}
