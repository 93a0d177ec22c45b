import { OpusDecoder } from '../../../src/media/codecs/opus-decoder.js';
import { OpusEncoder } from '../../../src/media/codecs/opus-encoder.js';
import { parseRtp, RTP_HEADER_BYTES, writeRtpHeader } from '../../../src/media/rtp/rtp-packet.js';
import { concat } from '../../support/audio.js';

const RATE_HZ = 48_000;
const FRAME_SAMPLES = 960;

/** A packet received by a client, with its arrival time. */
export interface ReceivedPacket {
  readonly atMs: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
}

/** The audio side of RTP clients: encodes their speech, stores and decodes received audio. */
export class OpusLine {
  readonly received: ReceivedPacket[] = [];
  private readonly encoder = new OpusEncoder(RATE_HZ, {
    bitrateBps: 32_000,
    effort: { complexity: 5 },
    expectedLossPercent: 10,
    maxPlaybackRateHz: RATE_HZ,
    constantBitrate: false,
  });
  private sequenceNumber = 65_500;

  constructor(
    private readonly payloadType: number,
    private readonly ssrc: number,
  ) {}

  receive(rtp: Buffer): void {
    const packet = parseRtp(rtp);
    // Some libraries also deliver RTCP.
    if (packet?.payloadType !== this.payloadType) return;
    this.received.push({ ...packet, atMs: performance.now(), payload: packet.payload.slice() });
  }

  /** Sends the samples (48 kHz) in real time, one packet each 20 ms. */
  async speak(samples: Int16Array, send: (packet: Buffer) => void): Promise<void> {
    const startedAtMs = performance.now();
    const buffer = Buffer.alloc(1_500);
    for (let frame = 0; (frame + 1) * FRAME_SAMPLES <= samples.length; frame += 1) {
      const waitMs = startedAtMs + frame * 20 - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const chunk = samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES);
      const bytes = this.encoder.encode(chunk, buffer.subarray(RTP_HEADER_BYTES));
      writeRtpHeader(buffer, {
        payloadType: this.payloadType,
        sequenceNumber: this.sequenceNumber,
        timestamp: this.sequenceNumber * FRAME_SAMPLES,
        ssrc: this.ssrc,
        marker: frame === 0,
      });
      this.sequenceNumber += 1;
      send(Buffer.from(buffer.subarray(0, RTP_HEADER_BYTES + bytes)));
    }
  }

  /** Audio received since this time, decoded at 48 kHz. */
  decodeSince(sinceMs: number): Int16Array {
    const decoder = new OpusDecoder(RATE_HZ);
    const output = new Int16Array(RATE_HZ);
    const parts = this.received
      .filter(({ atMs }) => atMs >= sinceMs)
      .map(({ payload }) => output.slice(0, decoder.decode(payload, output)));
    decoder.close();
    return concat(parts);
  }

  close(): void {
    this.encoder.close();
  }
}
