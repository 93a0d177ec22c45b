import { fitsOnPage, oggPage, segmentsOf } from './ogg-page.js';

/** Granule rate of Ogg Opus, whatever the input rate (RFC 7845, section 4). */
export const GRANULE_RATE_HZ = 48_000;

export interface OggOpusFormat {
  readonly serial: number;
  readonly channels: 1 | 2;
  /** Rate of the input audio; informational only. */
  readonly inputSampleRateHz: number;
  /** Samples at 48 kHz that a player drops from the start: the encoder's delay. */
  readonly preSkip: number;
  /** Audio per page: the maximum loss when the writing process is killed. */
  readonly packetsPerPage: number;
}

/** Muxes Opus packets into an Ogg stream (RFC 7845) that is playable while it grows. */
export class OggOpusMuxer {
  private readonly format: OggOpusFormat;
  private sequence = 0;
  private granulePosition = 0;
  private packets: Uint8Array[] = [];
  private segments = 0;

  constructor(format: OggOpusFormat) {
    this.format = format;
  }

  /** The two header pages. */
  start(): Uint8Array {
    return Buffer.concat([
      this.page([identificationHeader(this.format)], { isFirst: true }),
      this.page([commentHeader()], {}),
    ]);
  }

  /** Copies a packet; returns a page when one is full. `durationTicks` counts samples at 48 kHz. */
  add(packet: Uint8Array, durationTicks: number): Uint8Array | undefined {
    const full =
      this.packets.length >= this.format.packetsPerPage || !fitsOnPage(this.segments, packet)
        ? this.flush({})
        : undefined;
    this.packets.push(packet.slice());
    this.segments += segmentsOf(packet);
    this.granulePosition += durationTicks;
    return full;
  }

  /** The last page. `audioTicks` is the length of the audio: players drop padding beyond it (RFC 7845, 4.4). */
  end(audioTicks: number): Uint8Array {
    this.granulePosition = Math.min(this.granulePosition, this.format.preSkip + audioTicks);
    return this.flush({ isLast: true });
  }

  private flush(flags: { isLast?: boolean }): Uint8Array {
    const { packets } = this;
    this.packets = [];
    this.segments = 0;
    return this.page(packets, flags);
  }

  private page(packets: readonly Uint8Array[], flags: { isFirst?: boolean; isLast?: boolean }): Uint8Array {
    const { serial } = this.format;
    return oggPage({
      serial,
      sequence: this.sequence++,
      granulePosition: this.granulePosition,
      packets,
      ...flags,
    });
  }
}

/** RFC 7845, section 5.1; channel mapping family 0 is mono, or left and right. */
function identificationHeader({ channels, inputSampleRateHz, preSkip }: OggOpusFormat): Uint8Array {
  const header = Buffer.alloc(19);
  header.write('OpusHead', 0, 'latin1');
  header.writeUInt8(1, 8);
  header.writeUInt8(channels, 9);
  header.writeUInt16LE(preSkip, 10);
  header.writeUInt32LE(inputSampleRateHz, 12);
  return header;
}

/** RFC 7845, section 5.2: who made it, and no comments. */
function commentHeader(): Uint8Array {
  const vendor = Buffer.from('Earshot', 'utf8');
  const header = Buffer.alloc(16 + vendor.length);
  header.write('OpusTags', 0, 'latin1');
  header.writeUInt32LE(vendor.length, 8);
  header.set(vendor, 12);
  return header;
}
