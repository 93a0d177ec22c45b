import type { types } from 'mediasoup';
import type { AudioOffer, OfferedCodec } from '../sdp/offer.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import { KEYS_STAND_IN, type CodecRouter } from '../workers/codec-router.js';
import type { WorkerPipes } from '../workers/worker-pipes.js';
import { PacketBudget } from './packet-budget.js';

/** The directions of a call inside the media worker. A leg closes itself or with its transports. */

const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid';

export interface LegContext {
  readonly transport: types.WebRtcTransport;
  readonly codecRouter: CodecRouter;
  readonly pipes: WorkerPipes | undefined;
  readonly codec: OfferedCodec;
  /** The format of the client's DTMF; undefined if it sends none, and in a looped call. */
  readonly keys: KeyFormat | undefined;
  readonly cname: string;
}

/** The caller's stream and its destination: back to the caller, or to this process. */
export interface CallerLeg {
  readonly producer: types.Producer;
  readonly sink: types.Consumer;
}

export function produceFromClient(context: LegContext, offer: AudioOffer): Promise<types.Producer> {
  return context.transport.produce({ kind: 'audio', rtpParameters: callerRtp(context, offer) });
}

/** Closes the producer if the leg cannot be opened. Without `onRtp` the client's audio is looped back. */
export async function openCallerLeg(
  context: LegContext,
  producer: types.Producer,
  onRtp: ((packet: Buffer) => void) | undefined,
): Promise<CallerLeg> {
  const { codecRouter } = context;
  try {
    const sink = onRtp
      ? await codecRouter.direct.consume({
          producerId: producer.id,
          rtpCapabilities: codecRouter.router.rtpCapabilities,
        })
      : await consumeForClient(context, producer.id);
    if (onRtp) {
      const budget = new PacketBudget(sink);
      sink.on('rtp', (packet) => {
        if (budget.take(performance.now())) onRtp(packet);
      });
    }
    return { producer, sink };
  } catch (error) {
    producer.close();
    throw error;
  }
}

/** The agent's stream, from this process to the client. */
export interface AgentLeg {
  readonly producer: types.Producer;
  readonly consumer: types.Consumer;
  readonly ssrc: number;
}

export async function openAgentLeg(context: LegContext): Promise<AgentLeg> {
  const { codecRouter, codec, cname } = context;
  const ssrc = codecRouter.nextSsrc();
  const producer = await codecRouter.direct.produce({
    kind: 'audio',
    rtpParameters: { codecs: [codecParameters(codec)], encodings: [{ ssrc }], rtcp: { cname } },
  });
  try {
    return { producer, consumer: await consumeForClient(context, producer.id), ssrc };
  } catch (error) {
    producer.close();
    throw error;
  }
}

/** The ssrc under which the client receives a consumer. */
export function streamSsrc(consumer: types.Consumer): number {
  const ssrc = consumer.rtpParameters.encodings?.[0]?.ssrc;
  if (ssrc === undefined) throw new Error('mediasoup gave a consumer no ssrc');
  return ssrc;
}

/** No header extensions: the client identifies the only stream by payload type and ssrc. */
function consumeForClient({ transport, codec }: LegContext, producerId: string): Promise<types.Consumer> {
  const { mimeType, payloadType, ...parameters } = codecParameters(codec);
  return transport.consume({
    producerId,
    rtpCapabilities: {
      codecs: [{ kind: 'audio', mimeType, preferredPayloadType: payloadType, ...parameters }],
      headerExtensions: [],
    },
  });
}

/** The client's packets are identified by ssrc, by the mid in a header extension, or both. */
function callerRtp({ codec, keys, cname }: LegContext, offer: AudioOffer): types.RtpParameters {
  const keyCodecs = keys ? [{ ...KEYS_STAND_IN, payloadType: keys.payloadType, rtcpFeedback: [] }] : [];
  return {
    ...(offer.mid !== undefined && { mid: offer.mid }),
    codecs: [codecParameters(codec), ...keyCodecs],
    headerExtensions:
      offer.midExtensionId === undefined ? [] : [{ uri: MID_EXTENSION, id: offer.midExtensionId }],
    encodings: [offer.ssrc === undefined ? {} : { ssrc: offer.ssrc }],
    rtcp: { cname },
  };
}

function codecParameters(codec: OfferedCodec) {
  return {
    mimeType: `audio/${codec.name}`,
    payloadType: codec.payloadType,
    clockRate: codec.clockRateHz,
    ...(codec.name === 'opus' && { channels: 2 }),
    rtcpFeedback: [],
  };
}
