import type { types } from 'mediasoup';
import type { AudioCodecName, OfferedCodec } from '../sdp/offer.js';

/**
 * A router uses one codec with one payload type. Clients choose the payload type of Opus and expect the same one back,
 * but mediasoup sends the router's. So each payload type in use gets a router, created on demand and kept. One
 * DirectTransport carries the PCM of all calls of a router.
 */
export interface CodecRouter {
  readonly router: types.Router;
  readonly direct: types.DirectTransport;
  /** The payload type under which DTMF of all clients arrives, independent of the one on the wire. */
  readonly keysType: number;
  /** An ssrc that is unique on the DirectTransport. */
  nextSsrc(): number;
}

/**
 * The worker does not forward telephone-event, because it is no media codec
 * (`RTC::RTP::RtpCodecMimeType::IsMediaCodec`). It never inspects audio, so DTMF is declared as a codec that no call
 * uses. The real clock rate does not matter.
 */
export const KEYS_STAND_IN = { mimeType: 'audio/G722', clockRate: 8_000 } as const;
const KEYS_TYPES = [126, 127] as const;
const FIRST_SSRC = 1;

export async function createCodecRouter(worker: types.Worker, codec: OfferedCodec): Promise<CodecRouter> {
  const keysType = codec.payloadType === KEYS_TYPES[0] ? KEYS_TYPES[1] : KEYS_TYPES[0];
  const keys = { kind: 'audio', ...KEYS_STAND_IN, preferredPayloadType: keysType } as const;
  const router = await worker.createRouter({ mediaCodecs: [routerCodec(codec.name, codec), keys] });
  const direct = await router.createDirectTransport();
  let ssrc = FIRST_SSRC;
  return { router, direct, keysType, nextSsrc: () => (ssrc = (ssrc % 0xffff_fffe) + 1) };
}

function routerCodec(name: AudioCodecName, codec: OfferedCodec): types.RouterRtpCodecCapability {
  return {
    kind: 'audio',
    mimeType: `audio/${name}`,
    clockRate: codec.clockRateHz,
    preferredPayloadType: codec.payloadType,
    ...(name === 'opus' && { channels: 2 }),
  };
}
