import { randomInt } from 'node:crypto';
import type { AudioCodecName, MediaDirection, OfferedCodec } from '../sdp/offer.js';
import type { KeyFormat } from '../sdp/telephone-events.js';
import type { PhoneDescription } from './phone-sdp.js';
import { type KnownFormats, type OwnDescription, writePhoneAnswer, writePhoneOffer } from './write-sdp.js';

/** Snapshot of a phone call's negotiated audio for failover; plain JSON. */
export interface KeptAudio {
  /** For `o=`: the id, and the version of our next SDP. */
  readonly originId: number;
  readonly version: number;
  readonly codec: { readonly name: AudioCodecName; readonly payloadType: number };
  readonly keys?: { readonly payloadType: number; readonly clockRateHz: number };
  /** Audio that was once encrypted must stay encrypted. */
  readonly isSecure: boolean;
}

type Place = Pick<OwnDescription, 'address' | 'port' | 'maxPlaybackRateHz'>;
type Terms = Pick<OwnDescription, 'direction' | 'crypto'>;

/** All of our SDP in one call, with one origin and increasing versions (RFC 3264, 5). */
export class OwnSdp {
  private readonly originId: number;
  private version: number;

  /** @param before Negotiated by another process. */
  constructor(
    private readonly place: Place,
    private readonly before: KeptAudio | undefined,
  ) {
    this.originId = before?.originId ?? randomInt(2 ** 47);
    this.version = before?.version ?? 1;
  }

  /** @param known The call's formats so far; undefined to use those of its former process. */
  offer(
    codecs: readonly AudioCodecName[],
    crypto: Terms['crypto'],
    known: KnownFormats | undefined = this.before && { codecs: [this.before.codec], keys: this.before.keys },
  ): string {
    return writePhoneOffer(codecs, this.next({ direction: 'sendrecv', crypto }), known);
  }

  answer(
    offer: PhoneDescription,
    agreed: { readonly codec: OfferedCodec; readonly keys: KeyFormat | undefined },
    direction: MediaDirection,
    crypto: Terms['crypto'],
  ): string {
    return writePhoneAnswer(offer, agreed, this.next({ direction, crypto }));
  }

  kept(codec: OfferedCodec, keys: KeyFormat | undefined, isSecure: boolean): KeptAudio {
    const { originId, version } = this;
    const { name, payloadType } = codec;
    const ofKeys = keys && { payloadType: keys.payloadType, clockRateHz: keys.clockRateHz };
    return { originId, version, codec: { name, payloadType }, ...(ofKeys && { keys: ofKeys }), isSecure };
  }

  private next(terms: Terms): OwnDescription {
    return { ...this.place, ...terms, originId: this.originId, version: this.version++ };
  }
}
