/**
 * One direction of one call's audio. Codecs work on mono 16-bit samples at the rate they were made for and hold native
 * memory until `close`.
 */

/** The length of every frame between a call and its media. */
export const FRAME_MS = 20;

/** The longest packet that Opus allows (RFC 6716, 3.2). */
export const MAX_PACKET_MS = 120;

/** The payload of an Ethernet frame bounds that of an audio packet. */
export const MAX_PAYLOAD_BYTES = 1_500;

export interface AudioDecoder {
  /** RTP clock ticks per second. */
  readonly clockRateHz: number;
  /** Payload duration in RTP clock ticks; 0 when malformed. */
  durationTicks(payload: Uint8Array): number;
  /** Whether the payload carries a copy of the packet before it. */
  carriesPrevious(payload: Uint8Array): boolean;
  /** Whether the payload signals that the sender pauses until there is something to hear (DTX). */
  endsTalk(payload: Uint8Array): boolean;
  /** Decodes into `output` and returns the number of samples; 0 when the payload is corrupt. */
  decode(payload: Uint8Array, output: Int16Array): number;
  /** Decodes the copy of the lost previous packet; `samples` is the length of the gap. */
  recoverPrevious(payload: Uint8Array, samples: number, output: Int16Array): number;
  /** Conceals lost samples based on the preceding audio. */
  conceal(samples: number, output: Int16Array): number;
  close(): void;
}

export interface AudioEncoder {
  readonly clockRateHz: number;
  /** Encodes a frame of `FRAME_MS`, or up to six in a row, into `payload` and returns its length in bytes. */
  encode(frame: Int16Array, payload: Uint8Array): number;
  close(): void;
}
