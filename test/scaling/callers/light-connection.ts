import { Audio, PeerConnection, type Track } from 'node-datachannel';
import { OpusDecoder } from '../../../src/media/codecs/opus-decoder.js';
import { parseRtp, RTP_HEADER_BYTES, writeRtpHeader } from '../../../src/media/rtp/rtp-packet.js';
import { rms } from '../../support/audio.js';

const PAYLOAD_TYPE = 111;
const HEARD_RATE_HZ = 8_000;
const LONGEST_PACKET_SAMPLES = (HEARD_RATE_HZ * 120) / 1_000;
/** Speech is some twenty times louder, comfort noise far quieter. */
const AUDIBLE_RMS = 0.01;
/** A silent microphone's Opus output (DTX): an empty packet every 400 ms. */
const SILENCE_EACH_MS = 400;
const SILENCE_TICKS = SILENCE_EACH_MS * 48;
const SILENCE = Buffer.of(0x48);
/** A connection the call has left stays open this long, to detect a second speaker. */
const STAYS_MS = 5_000;

const packetBuffer = Buffer.alloc(RTP_HEADER_BYTES + SILENCE.length);
const heard = new Int16Array(LONGEST_PACKET_SAMPLES);
let made = 0;

/** The part of a silent microphone our SDK uses. */
export const silentMicrophone = { getAudioTracks: () => [{ enabled: true }] } as unknown as MediaStream;

/**
 * The part of `RTCPeerConnection` our SDK uses, on libdatachannel at a tenth of libwebrtc's cost: packets are decoded
 * on arrival and not played. It cannot restart ICE and repeats its offer instead.
 */
export class LightConnection {
  signalingState = 'stable';
  localDescription: { readonly type: string; readonly sdp: string } | null = null;
  remoteDescription: { readonly type: string; readonly sdp: string } | null = null;
  onicecandidate: ((event: { candidate: null }) => void) | null = null;
  ontrack: ((event: { track: object; streams: object[] }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  private readonly native: PeerConnection;
  private readonly track: Track;
  private readonly decoder = new OpusDecoder(HEARD_RATE_HZ);
  private readonly ssrc = ++made;
  private readonly speaks: NodeJS.Timeout;
  private sent = 0;
  private isClosed = false;
  private isGone = false;

  /**
   * @param sounds Called with each audible packet while the connection is open.
   * @param tell Called with each state change.
   */
  constructor(
    private readonly sounds: () => void,
    private readonly tell: (state: string) => void,
  ) {
    this.native = new PeerConnection(`caller ${this.ssrc}`, { iceServers: [], bindAddress: '127.0.0.1' });
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(this.ssrc, 'caller');
    this.track = this.native.addTrack(audio);
    this.track.onMessage((packet) => this.hear(packet));
    this.native.onStateChange((state) => {
      this.tell(state);
      this.onconnectionstatechange?.();
    });
    this.speaks = setInterval(() => this.sendSilence(), SILENCE_EACH_MS);
  }

  get connectionState(): string {
    return this.isClosed ? 'closed' : this.native.state();
  }

  addTrack(track: object): object {
    return { track, dtmf: null, replaceTrack: () => Promise.resolve() };
  }

  /** Contains all candidates; the caller starts the DTLS handshake: see `bench/load/caller-fleet.ts`. */
  async createOffer(): Promise<{ type: string; sdp: string }> {
    if (!this.native.localDescription()) await this.gather();
    const sdp = this.native.localDescription()?.sdp ?? '';
    return { type: 'offer', sdp: sdp.replaceAll('a=setup:actpass', 'a=setup:active') };
  }

  setLocalDescription(offer: { type: string; sdp: string }): Promise<void> {
    this.localDescription = offer;
    this.signalingState = 'have-local-offer';
    this.onicecandidate?.({ candidate: null });
    return Promise.resolve();
  }

  setRemoteDescription(answer: { type: string; sdp: string }): Promise<void> {
    this.signalingState = 'stable';
    if (this.remoteDescription) return Promise.resolve();
    this.remoteDescription = answer;
    this.tell('answered');
    this.native.setRemoteDescription(answer.sdp, 'answer');
    this.ontrack?.({ track: {}, streams: [{}] });
    return Promise.resolve();
  }

  addIceCandidate(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.speaks);
    setTimeout(() => this.leave(), STAYS_MS);
  }

  private leave(): void {
    this.isGone = true;
    this.track.close();
    this.native.close();
    this.decoder.close();
  }

  private gather(): Promise<void> {
    const gathered = new Promise<void>((resolve) => {
      this.native.onGatheringStateChange((state) => state === 'complete' && resolve());
    });
    this.native.setLocalDescription();
    return gathered;
  }

  private sendSilence(): void {
    if (!this.track.isOpen()) return;
    writeRtpHeader(packetBuffer, {
      payloadType: PAYLOAD_TYPE,
      sequenceNumber: this.sent & 0xffff,
      timestamp: (this.sent * SILENCE_TICKS) >>> 0,
      ssrc: this.ssrc,
      marker: false,
    });
    this.sent++;
    SILENCE.copy(packetBuffer, RTP_HEADER_BYTES);
    this.track.sendMessageBinary(packetBuffer);
  }

  private hear(packet: Buffer): void {
    const rtp = parseRtp(packet);
    if (rtp?.payloadType !== PAYLOAD_TYPE || this.isGone) return;
    const samples = this.decoder.decode(rtp.payload, heard);
    if (rms(heard.subarray(0, samples)) > AUDIBLE_RMS) this.sounds();
  }
}
