import type { types } from 'mediasoup';
import { type AudioOffer, clientReceives, clientSends } from '../sdp/offer.js';
import {
  type AgentLeg,
  type CallerLeg,
  type LegContext,
  openAgentLeg,
  openCallerLeg,
  produceFromClient,
} from './legs.js';
import type { SessionAudio } from './session-audio.js';
import { parseRtp } from '../rtp/rtp-packet.js';

/** Matches a session's two directions to what its client sends and receives, which a re-offer may change. */
export class SessionLegs {
  private callerLeg: CallerLeg | undefined;
  private agentLeg: AgentLeg | undefined;
  private isConnected = false;

  /** Without `audio` the caller is looped back. */
  constructor(
    private readonly context: LegContext,
    private readonly audio: SessionAudio | undefined,
    private readonly onKeyPacket: (payload: Uint8Array, timestamp: number, ssrc: number) => void,
  ) {}

  get caller(): CallerLeg | undefined {
    return this.callerLeg;
  }

  /** The source of the client's audio: the agent, or the client itself when looped. */
  get clientConsumer(): types.Consumer | undefined {
    return this.agentLeg?.consumer ?? (this.audio ? undefined : this.callerLeg?.sink);
  }

  async align(offer: AudioOffer): Promise<void> {
    await Promise.all([this.alignCaller(offer), this.alignAgent(offer)]);
  }

  /** Packets may arrive from now on. */
  connected(): void {
    this.isConnected = true;
  }

  close(): void {
    this.closeCaller();
    this.agentLeg?.consumer.close();
    this.agentLeg?.producer.close();
  }

  /**
   * The client may announce a different stream; while it sends none, the old one is kept. Reopening the same stream
   * would break it: the worker forgets its sequence number rollovers, which SRTP needs (RFC 3711, 3.3.1).
   */
  private async alignCaller(offer: AudioOffer): Promise<void> {
    if (!clientSends(offer)) return;
    const current = this.callerLeg?.producer.rtpParameters.encodings?.[0]?.ssrc;
    if (this.callerLeg && current === offer.ssrc) return;
    this.closeCaller();
    const { audio } = this;
    const onRtp = audio && ((packet: Buffer) => this.takePacket(audio, packet));
    this.callerLeg = await openCallerLeg(this.context, await produceFromClient(this.context, offer), onRtp);
  }

  private takePacket(audio: SessionAudio, packet: Buffer): void {
    if (((packet[1] ?? 0) & 0x7f) !== this.context.codecRouter.keysType) return audio.receive(packet);
    const rtp = parseRtp(packet);
    if (rtp) this.onKeyPacket(rtp.payload, rtp.timestamp, packet.readUInt32BE(SSRC_OFFSET_BYTES));
  }

  private send({ producer }: AgentLeg, packet: Buffer): void {
    const { pipes } = this.context;
    if (pipes) pipes.sendMedia(() => producer.send(packet));
    else producer.send(packet);
  }

  private closeCaller(): void {
    this.callerLeg?.sink.close();
    this.callerLeg?.producer.close();
    this.callerLeg = undefined;
  }

  private async alignAgent(offer: AudioOffer): Promise<void> {
    if (!this.agentLeg) {
      if (!this.audio) return;
      const leg = await openAgentLeg(this.context);
      this.agentLeg = leg;
      this.audio.sendThrough({ ssrc: leg.ssrc, send: (packet) => this.send(leg, packet) });
    }
    const { consumer } = this.agentLeg;
    if (clientReceives(offer) === !consumer.paused) return;
    // A client that never received the agent has not put it on hold.
    this.audio?.agent.hold(!consumer.paused && this.isConnected);
    if (consumer.paused) await consumer.resume();
    else await consumer.pause();
  }
}

const SSRC_OFFSET_BYTES = 8;
