/**
 * One direction of one call's audio. Codecs work on mono 16-bit samples at the rate they were made for and hold native
 * memory until `close`.
 */

/** Length of every frame of audio that passes between a call and its media. */
export const FRAME_MS = 20;

/** The longest packet that Opus allows (RFC 6716, 3.2). */
export const MAX_PACKET_MS = 120;

/** Larger payloads than an Ethernet frame carries are not audio. */
export const MAX_PAYLOAD_BYTES = 1_500;

export interface AudioDecoder {
  /** RTP clock ticks a second. */
  readonly clockRateHz: number;
  /** How many RTP clock ticks the payload lasts; 0 when it is malformed. */
  durationTicks(payload: Uint8Array): number;
  /** Whether the payload carries a copy of the packet before it. */
  carriesPrevious(payload: Uint8Array): boolean;
  /** Whether the sender says with it that it stops sending until there is something to hear again (DTX). */
  endsTalk(payload: Uint8Array): boolean;
  /** Decodes into `output` and returns the number of samples; 0 when the payload is corrupt. */
  decode(payload: Uint8Array, output: Int16Array): number;
  /** Decodes the copy of the lost packet before this one; `samples` is what is missing. */
  recoverPrevious(payload: Uint8Array, samples: number, output: Int16Array): number;
  /** Makes up samples for what was lost, from what was heard before. */
  conceal(samples: number, output: Int16Array): number;
  close(): void;
}

export interface AudioEncoder {
  readonly clockRateHz: number;
  /** Encodes a frame of `FRAME_MS`, or up to six in a row, into `payload` and returns its length in bytes. */
  encode(frame: Int16Array, payload: Uint8Array): number;
  close(): void;
}
