import { setTimeout as delay } from 'node:timers/promises';
import { Audio, PeerConnection, type Track } from 'node-datachannel';
import { OpusDecoder } from '../../src/media/codecs/opus-decoder.js';
import { parseRtp, RTP_HEADER_BYTES, writeRtpHeader } from '../../src/media/rtp/rtp-packet.js';
import { rms } from '../../test/support/audio.js';
import { SignalingClient } from '../../test/support/signaling-client.js';
import { until } from '../../test/support/until.js';
import { receiverReport } from '../support/receiver-report.js';
import { Pacing } from './pacing.js';
import type { Packets, SpokenPackets } from './spoken-packets.js';

export interface CallTarget {
  readonly baseUrl: string;
  readonly token: string;
  readonly mode: string;
}

/** A microphone that always sends, and one that stops during silence. */
type Microphone = 'running' | 'stopping';
export type Silences = Readonly<Record<Microphone, Packets>>;
export type Words = Readonly<Record<Microphone, SpokenPackets>>;

const PAYLOAD_TYPE = 111;
const FRAME_TICKS = 960;
const HEARD_RATE_HZ = 16_000;
/** Sound threshold, as in the dialogues. */
const AUDIBLE_RMS = 0.01;
const LONGEST_PACKET_SAMPLES = (HEARD_RATE_HZ * 120) / 1_000;
/** A temporary refusal of the service is retried. */
const MOST_ATTEMPTS = 10;
const AGAIN_MS = 1_000;

const packetBuffer = Buffer.alloc(RTP_HEADER_BYTES + 1_500);
const heard = new Int16Array(LONGEST_PACKET_SAMPLES);

/**
 * A caller on a WebRTC connection of libdatachannel: sends prepared packets and decodes packets on arrival, without a
 * jitter buffer, at a tenth of libwebrtc's cost. Its microphone always runs, silent between questions; if the service
 * asks for DTX, silence is not sent, as in browsers.
 */
export class LightCaller {
  readonly pacing = new Pacing();
  private readonly sounds: number[] = [];
  private readonly decoder = new OpusDecoder(HEARD_RATE_HZ);
  private waiting: Packets = [];
  private next = 0;
  private frames = 0;
  private sent = 0;
  private stops = false;
  private signaling: SignalingClient | undefined;
  private sessionId = '';

  private constructor(
    private readonly connection: PeerConnection,
    private readonly track: Track,
    private readonly ssrc: number,
    private readonly silences: Silences,
  ) {
    track.onMessage((packet) => this.hear(packet));
  }

  static async begin(target: CallTarget, id: number, silences: Silences): Promise<LightCaller> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await LightCaller.beginOnce(target, id, silences);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
        await delay(AGAIN_MS);
      }
    }
  }

  private static async beginOnce(target: CallTarget, id: number, silences: Silences): Promise<LightCaller> {
    const ssrc = 1_000 + id;
    const connection = new PeerConnection(`caller ${id}`, { iceServers: [] });
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(ssrc, 'caller');
    const track = connection.addTrack(audio);
    const caller = new LightCaller(connection, track, ssrc, silences);
    try {
      await caller.offer(target);
      await until('the call is connected', () => track.isOpen());
      return caller;
    } catch (error) {
      caller.hangUp();
      throw error;
    }
  }

  private async offer({ baseUrl, token, mode }: CallTarget): Promise<void> {
    const sdp = await offerOf(this.connection);
    this.signaling = await SignalingClient.connect(baseUrl);
    const answer = await this.signaling.offer(sdp, token, { mode });
    if (answer.type !== 'answer') throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
    this.sessionId = answer.sessionId;
    const answered = String(answer.data?.['sdp']);
    this.stops = answered.includes('usedtx=1');
    this.connection.setRemoteDescription(answered, 'answer');
  }

  /** Starts with the next packet. */
  say(words: Words): void {
    this.waiting = words[this.microphone].packets;
    this.next = 0;
  }

  /** Call it every 20 ms. */
  sendNext(): void {
    if (!this.track.isOpen()) return;
    const frame = this.frames++;
    const silence = this.silences[this.microphone];
    const at = this.next++;
    const payload = at < this.waiting.length ? this.waiting[at] : silence[frame % silence.length];
    if (!payload) return;
    writeRtpHeader(packetBuffer, {
      payloadType: PAYLOAD_TYPE,
      sequenceNumber: this.sent & 0xffff,
      timestamp: (frame * FRAME_TICKS) >>> 0,
      ssrc: this.ssrc,
      marker: false,
    });
    this.sent++;
    payload.copy(packetBuffer, RTP_HEADER_BYTES);
    this.track.sendMessageBinary(packetBuffer.subarray(0, RTP_HEADER_BYTES + payload.length));
  }

  private get microphone(): Microphone {
    return this.stops ? 'stopping' : 'running';
  }

  /** When sound of the agent first arrived after a time (of `performance.now()`). */
  firstSoundAfter(sinceMs: number): number | undefined {
    return this.sounds.find((atMs) => atMs >= sinceMs);
  }

  /** Drops the record of earlier sound. */
  forgetSounds(): void {
    this.sounds.length = 0;
  }

  forgetPackets(): void {
    this.pacing.forget();
  }

  hangUp(): void {
    if (this.sessionId !== '') this.signaling?.send({ type: 'close', sessionId: this.sessionId });
    this.signaling?.close();
    this.track.close();
    this.connection.close();
    this.decoder.close();
  }

  private hear(packet: Buffer): void {
    const report = receiverReport(packet, this.ssrc, this.pacing.latestSequence, this.pacing.missing);
    if (report && this.track.isOpen()) this.track.sendMessageBinary(report);
    const rtp = parseRtp(packet);
    if (rtp?.payloadType !== PAYLOAD_TYPE) return;
    this.pacing.note(rtp.sequenceNumber, rtp.timestamp, performance.now());
    const samples = this.decoder.decode(rtp.payload, heard);
    if (rms(heard.subarray(0, samples)) > AUDIBLE_RMS) this.sounds.push(performance.now());
  }
}

/** The caller opens the DTLS handshake: see `bench/load/caller-fleet.ts`. */
async function offerOf(connection: PeerConnection): Promise<string> {
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange((state) => state === 'complete' && resolve());
  });
  connection.setLocalDescription();
  await gathered;
  return connection.localDescription()?.sdp.replaceAll('a=setup:actpass', 'a=setup:active') ?? '';
}
