import type { types } from 'mediasoup';
import type { AudioCodecName, OfferedCodec } from '../sdp/offer.js';

/**
 * A router uses one codec with one payload type. Clients number Opus as they like and expect the same number back,
 * and mediasoup sends with the router's number; so each number in use gets a router, created for the first call
 * that needs it and kept. One DirectTransport carries the PCM of all calls of a router.
 */
export interface CodecRouter {
  readonly router: types.Router;
  readonly direct: types.DirectTransport;
  /** With this payload type the keys of all clients come, whatever number they have on the wire. */
  readonly keysType: number;
  /** An ssrc that no other stream of the DirectTransport has. */
  nextSsrc(): number;
}

/**
 * The worker drops telephone-event from what it hands on, since it is no media codec to it
 * (`RTC::RTP::RtpCodecMimeType::IsMediaCodec`). It never looks into audio, so the keys go by the name of a codec that
 * no call speaks. Their real clock rate does not matter there.
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
