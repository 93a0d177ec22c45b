import { type ReceivedFrame, SignalingClient } from './signaling-client.js';
import { until } from './until.js';
import { WebRtcClient } from './webrtc-client.js';

/** An instance is slower beside other suites. */
const ANSWERED_MS = 20_000;

interface Told {
  readonly kind?: string;
  readonly speaker?: string;
  readonly text?: string;
  readonly final?: boolean;
}

/**
 * A caller who types instead of speaking, and whose client resumes its call at another address after a loss: with a new
 * socket, a new peer connection and the old session.
 */
export class CarriedCaller {
  sessionId = '';
  /** The agent's words in order, over all instances. */
  readonly said: string[] = [];
  /** All its connections, the latest last. */
  readonly peers: WebRtcClient[] = [];
  private signaling: SignalingClient | undefined;
  private readonly left: SignalingClient[] = [];

  /** @param keepsAll Keeps every connection until hang-up, to detect a second speaker. */
  constructor(
    private readonly token: string,
    private readonly fields: object = {},
    private readonly keepsAll = false,
  ) {}

  /** Whether its current socket is closed. */
  get isCutOff(): boolean {
    return this.signaling?.closeCode !== undefined;
  }

  /** All frames of its current socket. */
  get frames(): readonly ReceivedFrame[] {
    return this.signaling?.received ?? [];
  }

  /** Starts or resumes the call there. @returns The answer or the error. */
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

  /** Sends text. @returns The agent's reply. */
  async ask(text: string): Promise<string> {
    const seen = this.said.length;
    this.signaling?.send({ type: 'text', sessionId: this.sessionId, data: { text } });
    return until('the agent answers', () => this.said[seen], ANSWERED_MS);
  }

  /** Drops the socket silently; closing the peer connection would notify the server. */
  vanish(): void {
    this.signaling?.destroy();
  }

  /** Closes its earlier connections, as clients do at once. */
  leaveEarlier(): void {
    for (const signaling of this.left.splice(0)) signaling.close();
    for (const peer of this.peers.splice(0, this.peers.length - 1)) peer.close();
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
