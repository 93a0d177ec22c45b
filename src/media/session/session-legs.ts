import type { types } from 'mediasoup';
import { type AudioOffer, clientReceives, clientSends } from '../sdp/offer.js';
import { type AgentLeg, type CallerLeg, type LegContext, openAgentLeg, openCallerLeg } from './legs.js';
import type { SessionAudio } from './session-audio.js';

/** Keeps the two directions of a session in line with what its client sends and receives, which a re-offer may change. */
export class SessionLegs {
  private callerLeg: CallerLeg | undefined;
  private agentLeg: AgentLeg | undefined;

  /** Without `audio` the caller is looped back. */
  constructor(
    private readonly context: LegContext,
    private readonly audio: SessionAudio | undefined,
  ) {}

  /** What comes from the caller. */
  get caller(): CallerLeg | undefined {
    return this.callerLeg;
  }

  /** What the client hears comes out of this one: the agent's audio, or its own when looped. */
  get clientConsumer(): types.Consumer | undefined {
    return this.audio ? this.agentLeg?.consumer : this.callerLeg?.sink;
  }

  async align(offer: AudioOffer): Promise<void> {
    await Promise.all([this.alignCaller(offer), this.alignAgent(offer)]);
  }

  close(): void {
    this.callerLeg?.sink.close();
    this.callerLeg?.producer.close();
    this.agentLeg?.consumer.close();
    this.agentLeg?.producer.close();
  }

  /** The client may announce another stream than before; while it sends none, the old one stays as it is. */
  private async alignCaller(offer: AudioOffer): Promise<void> {
    if (!clientSends(offer)) return;
    const announced = this.callerLeg?.producer.rtpParameters.encodings?.[0]?.ssrc;
    if (this.callerLeg && announced === offer.ssrc) return;
    this.callerLeg?.sink.close();
    this.callerLeg?.producer.close();
    const { audio } = this;
    const onRtp = audio ? (packet: Buffer) => audio.receive(packet) : undefined;
    this.callerLeg = await openCallerLeg(this.context, offer, onRtp);
  }

  private async alignAgent(offer: AudioOffer): Promise<void> {
    if (!this.audio) return;
    if (!this.agentLeg) {
      this.agentLeg = await openAgentLeg(this.context);
      this.audio.sendThrough(this.agentLeg);
    }
    const { consumer } = this.agentLeg;
    if (clientReceives(offer) === !consumer.paused) return;
    if (consumer.paused) await consumer.resume();
    else await consumer.pause();
  }
}
