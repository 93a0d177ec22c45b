import { Audio, PeerConnection, type Track } from 'node-datachannel';
import { OpusDecoder } from '../../../src/media/codecs/opus-decoder.js';
import { OpusEncoder } from '../../../src/media/codecs/opus-encoder.js';
import { parseRtp, RTP_HEADER_BYTES, writeRtpHeader } from '../../../src/media/rtp/rtp-packet.js';
import { concat, rms } from '../../support/audio.js';

/** Sample rate of all caller audio. */
export const CALLER_RATE_HZ = 16_000;
export const FRAME_MS = 20;

const PAYLOAD_TYPE = 111;
const FRAME_SAMPLES = (CALLER_RATE_HZ * FRAME_MS) / 1_000;
/** RTP's clock for Opus (RFC 7587, 4.1). */
const FRAME_TICKS = 960;
const LARGEST_PACKET_BYTES = 1_500;
/** A silent microphone keeps sending for this long, then occasional one-byte packets (DTX, RFC 7587, 3.1.3). */
const HANGOVER_FRAMES = 10;
const DTX_INTERVAL_FRAMES = 20;
/** Speech is some twenty times louder, comfort noise far quieter. */
const AUDIBLE_RMS = 0.01;

interface HeardFrame {
  readonly atMs: number;
  readonly samples: Int16Array;
  readonly audible: boolean;
}

/** Encodes like a browser without packet loss: FEC would take a third of the bits. */
export function encodeSpeech(samples: Int16Array): Buffer[] {
  const encoder = new OpusEncoder(CALLER_RATE_HZ, {
    bitrateBps: 32_000,
    effort: { complexity: 9 },
    expectedLossPercent: 0,
    maxPlaybackRateHz: CALLER_RATE_HZ,
    constantBitrate: false,
  });
  const payload = Buffer.alloc(LARGEST_PACKET_BYTES);
  const packets: Buffer[] = [];
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(samples.subarray(at, at + FRAME_SAMPLES));
    packets.push(Buffer.from(payload.subarray(0, encoder.encode(frame, payload))));
  }
  encoder.close();
  return packets;
}

/**
 * One caller's WebRTC connection (libdatachannel), working on RTP packets. An external clock calls `sendNext` every 20
 * ms.
 */
export class RtpCaller {
  private readonly connection: PeerConnection;
  private readonly track: Track;
  private readonly ssrc: number;
  private readonly decoder = new OpusDecoder(CALLER_RATE_HZ);
  private readonly output = new Int16Array(CALLER_RATE_HZ);
  private readonly packet = Buffer.alloc(LARGEST_PACKET_BYTES);
  private heardFrames: HeardFrame[] = [];
  private saying: readonly Buffer[] = [];
  private said: (() => void) | undefined;
  private sequenceNumber = 0;
  private frames = 0;
  private silentFrames = 0;

  /** @param silence One silent frame from `encodeSpeech`. */
  constructor(
    id: number,
    private readonly silence: Buffer,
  ) {
    this.ssrc = 1_000 + id;
    this.connection = new PeerConnection(`caller ${id}`, { iceServers: [] });
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(this.ssrc, 'caller');
    this.track = this.connection.addTrack(audio);
    this.track.onMessage((packet) => this.receive(packet));
  }

  get isConnected(): boolean {
    return this.track.isOpen();
  }

  createOffer(): Promise<string> {
    return new Promise((resolve) => {
      this.connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.connection.localDescription()?.sdp ?? '');
      });
      this.connection.setLocalDescription();
    });
  }

  acceptAnswer(sdp: string): void {
    this.connection.setRemoteDescription(sdp, 'answer');
  }

  /** Sends packets from `encodeSpeech`; resolves when the last was sent or can no longer be. */
  say(packets: readonly Buffer[]): Promise<void> {
    this.saying = packets;
    return new Promise((resolve) => (this.said = resolve));
  }

  sendNext(): void {
    if (!this.isConnected) return this.said?.();
    const spoken = this.saying[0];
    const ends = this.saying.length === 1;
    this.saying = this.saying.slice(1);
    this.silentFrames = spoken ? 0 : this.silentFrames + 1;
    const payload = spoken ?? this.silentPayload();
    if (payload) this.send(payload);
    this.frames += 1;
    if (ends) this.said?.();
  }

  private silentPayload(): Buffer | undefined {
    if (this.silentFrames <= HANGOVER_FRAMES) return this.silence;
    return this.silentFrames % DTX_INTERVAL_FRAMES === 0 ? this.silence.subarray(0, 1) : undefined;
  }

  private send(payload: Buffer): void {
    writeRtpHeader(this.packet, {
      payloadType: PAYLOAD_TYPE,
      sequenceNumber: this.sequenceNumber,
      timestamp: this.frames * FRAME_TICKS,
      ssrc: this.ssrc,
      marker: false,
    });
    payload.copy(this.packet, RTP_HEADER_BYTES);
    this.sequenceNumber += 1;
    this.track.sendMessageBinary(this.packet.subarray(0, RTP_HEADER_BYTES + payload.length));
  }

  /** Discards received audio. */
  forget(): void {
    this.heardFrames = [];
  }

  /** Duration of sound since `forget`, and of the silence since then. */
  audible(): { readonly soundMs: number; readonly silentMs: number } {
    const sounds = this.heardFrames.filter(({ audible }) => audible);
    const lastMs = sounds.at(-1)?.atMs;
    return {
      soundMs: sounds.length * FRAME_MS,
      silentMs: lastMs === undefined ? 0 : performance.now() - lastMs,
    };
  }

  /** Audio since `forget`; mono. */
  heard(): Int16Array {
    return concat(this.heardFrames.map(({ samples }) => samples));
  }

  close(): void {
    this.track.close();
    this.connection.close();
    this.decoder.close();
  }

  private receive(rtp: Buffer): void {
    const packet = parseRtp(rtp);
    // The library also delivers RTCP.
    if (packet?.payloadType !== PAYLOAD_TYPE) return;
    const count = this.decoder.decode(packet.payload, this.output);
    const samples = this.output.slice(0, count);
    this.heardFrames.push({ atMs: performance.now(), samples, audible: rms(samples) > AUDIBLE_RMS });
  }
}
