import { Logger } from '@nestjs/common';
import type { types } from 'mediasoup';
import { announcesStream, type AudioOffer, clientReceives, clientSends } from '../sdp/offer.js';
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
import { StreamSearch } from './stream-search.js';

/** Matches a session's two directions to what its client sends and receives, which a re-offer may change. */
export class SessionLegs {
  private static readonly logger = new Logger(SessionLegs.name);
  private callerLeg: CallerLeg | undefined;
  /** The caller leg's producer, also while the leg is being opened. */
  private callerProducer: types.Producer | undefined;
  private agentLeg: AgentLeg | undefined;
  private search: StreamSearch | undefined;
  /** The client sends an unannounced stream that was not found yet. */
  private lacksStream = false;
  private isConnected = false;
  private closed = false;

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
    this.searchWhereNeeded();
  }

  close(): void {
    this.closed = true;
    this.closeCaller();
    this.agentLeg?.consumer.close();
    this.agentLeg?.producer.close();
  }

  /**
   * The client may announce a different stream; while it announces or sends none, the old one is kept. Reopening the
   * same stream would break it: the worker forgets its sequence number rollovers, which SRTP needs (RFC 3711, 3.3.1).
   */
  private async alignCaller(offer: AudioOffer): Promise<void> {
    if (!clientSends(offer)) {
      this.stopSearch();
      return;
    }
    const announces = announcesStream(offer);
    const current = this.callerLeg?.producer.rtpParameters.encodings?.[0]?.ssrc;
    if (this.callerLeg && (!announces || current === offer.ssrc)) return;
    this.closeCaller();
    if (announces) {
      await this.receive(await produceFromClient(this.context, offer));
    } else {
      this.lacksStream = true;
      this.searchWhereNeeded();
    }
  }

  private async receive(producer: types.Producer): Promise<void> {
    this.callerProducer = producer;
    const leg = await openCallerLeg(this.context, producer, this.callerSink);
    if (producer.closed) leg.sink.close();
    else this.callerLeg = leg;
  }

  /**
   * A looped client without an announced stream must know what it will receive before it sends, so its packets use the
   * agent's path.
   */
  private get callerSink(): ((packet: Buffer) => void) | undefined {
    const { audio, agentLeg } = this;
    if (audio) return (packet) => this.takePacket(audio, packet);
    return agentLeg && ((packet) => sendAs(agentLeg, packet));
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

  private searchWhereNeeded(): void {
    if (!this.lacksStream || !this.isConnected || this.search || this.closed) return;
    this.search = new StreamSearch(this.context, (producer) => {
      this.stopSearch();
      this.receive(producer).catch((error: unknown) => {
        if (this.callerProducer !== producer) return;
        SessionLegs.logger.error({ err: error, msg: 'the stream of a caller was lost' });
      });
    });
  }

  private stopSearch(): void {
    this.lacksStream = false;
    this.search?.stop();
    this.search = undefined;
  }

  private closeCaller(): void {
    this.stopSearch();
    this.callerLeg?.sink.close();
    this.callerProducer?.close();
    this.callerLeg = undefined;
    this.callerProducer = undefined;
  }

  private async alignAgent(offer: AudioOffer): Promise<void> {
    if (!this.agentLeg) {
      if (!this.audio && announcesStream(offer)) return;
      const leg = await openAgentLeg(this.context);
      this.agentLeg = leg;
      this.audio?.sendThrough({ ssrc: leg.ssrc, send: (packet) => this.send(leg, packet) });
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

function sendAs(leg: AgentLeg, packet: Buffer): void {
  packet.writeUInt32BE(leg.ssrc, SSRC_OFFSET_BYTES);
  leg.producer.send(packet);
}
