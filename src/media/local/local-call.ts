import { randomBytes } from 'node:crypto';
import { PhoneKeys } from '../phone/phone-keys.js';
import type { KeyFrame } from '../phone/key-sender.js';
import type { CallerAudioFrame, SampleRateHz, SpeechQueue } from '../media-session.js';
import type { MediaClock, Ticker } from '../rtp/media-clock.js';
import { parseRtp } from '../rtp/rtp-packet.js';
import type { AudioCodecName, OfferedCodec } from '../sdp/offer.js';
import { type AudioRates, type AudioSettings, SessionAudio } from '../session/session-audio.js';
import { LossyLine } from './lossy-line.js';

/** The caller: a program that sends and receives 20 ms at a time. */
export interface LocalCaller {
  /** The next 20 ms of its audio, at its rate. */
  speak(nowMs: number): Int16Array;
  /** The next 20 ms for it, at its rate; the samples are reused afterwards. */
  hear(frame: CallerAudioFrame): void;
}

/** Receives what reaches the agent's side. */
export interface LocalListener {
  callerFrame(frame: CallerAudioFrame): void;
  callerKey(key: string): void;
}

export interface LocalCallRequest extends AudioRates {
  readonly codec: AudioCodecName;
  /** The caller's sample rate, both ways. */
  readonly callerRateHz: SampleRateHz;
  /** Percentage of lost packets in each direction; the same packets in each call. */
  readonly lossPercent: number;
  readonly caller: LocalCaller;
}

const PAYLOAD_TYPE = 111;
const KEYS_TYPE = 110;

/**
 * A call with both ends in this process. It includes everything of a phone call except sockets: coding, packets, loss,
 * jitter buffer and DTMF (RFC 4733), paced by the clock of all calls.
 */
export class LocalCall implements Ticker {
  private readonly agentSide: SessionAudio;
  private readonly callerSide: SessionAudio;
  private readonly pressed: PhoneKeys;
  private readonly heardKeys: PhoneKeys;
  private listener: LocalListener | undefined;
  private keyFrame: KeyFrame | undefined;
  private closed = false;

  constructor(
    private readonly request: LocalCallRequest,
    private readonly place: {
      readonly clock: MediaClock;
      readonly audio: AudioSettings;
      readonly onClosed: (call: LocalCall) => void;
    },
  ) {
    const { callerRateHz, caller, lossPercent } = request;
    const codec = codecOf(request.codec);
    this.pressed = new PhoneKeys(() => undefined, callerRateHz);
    this.heardKeys = new PhoneKeys((key) => this.listener?.callerKey(key), request.inputSampleRateHz);
    this.agentSide = new SessionAudio(request, codec, place.audio);
    const callerRates = { inputSampleRateHz: callerRateHz, outputSampleRateHz: callerRateHz };
    this.callerSide = new SessionAudio(callerRates, codec, place.audio);
    this.pressed.agree({ payloadType: KEYS_TYPE, clockRateHz: codec.clockRateHz });
    this.callerSide.deliverTo((frame) => caller.hear(frame));
    const [there, back] = [new LossyLine(lossPercent), new LossyLine(lossPercent)];
    this.callerSide.sendThrough(
      outlet((packet) => there.carry(this.typed(packet), (arrived) => this.takeOfCaller(arrived))),
    );
    this.agentSide.sendThrough(
      outlet((packet) => back.carry(packet, (arrived) => this.callerSide.receive(arrived))),
    );
  }

  /** Audio from the agent to the caller. */
  get speech(): SpeechQueue {
    return this.agentSide.agent;
  }

  listen(listener: LocalListener): void {
    if (this.closed || this.listener) return;
    this.listener = listener;
    this.agentSide.deliverTo((frame) => listener.callerFrame(frame));
    this.place.clock.add(this);
  }

  /**
   * Sends DTMF from the caller.
   * @returns Whether all keys were sent before the call ended.
   */
  pressKeys(keys: string): Promise<boolean> {
    return this.pressed.press(keys) ?? Promise.resolve(false);
  }

  tick(frame: number, nowMs: number): void {
    if (this.closed) return;
    const said = this.request.caller.speak(nowMs);
    this.keyFrame = this.pressed.next();
    // A phone sends no audio while a key is pressed.
    if (!this.keyFrame) this.callerSide.agent.write(said);
    this.callerSide.agent.tick(frame, this.keyFrame);
    this.keyFrame = undefined;
    this.callerSide.caller.tick(nowMs);
    this.agentSide.tick(frame, nowMs);
  }

  /** Releases codecs and buffers; idempotent. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.place.clock.remove(this);
    this.pressed.close();
    this.callerSide.close();
    this.agentSide.close();
    this.place.onClosed(this);
  }

  /** DTMF shares the audio's sequence numbers and timestamps but has its own payload type. */
  private typed(packet: Buffer): Buffer {
    if (this.keyFrame) packet[1] = ((packet[1] ?? 0) & 0x80) | KEYS_TYPE;
    return packet;
  }

  private takeOfCaller(packet: Buffer): void {
    const rtp = parseRtp(packet);
    if (rtp?.payloadType !== KEYS_TYPE) return this.agentSide.receive(packet);
    this.heardKeys.takePacket(rtp.payload, rtp.timestamp, packet.readUInt32BE(8));
  }
}

/** @param carry Receives its own copy, since the encoder's buffer is reused. */
const outlet = (carry: (packet: Buffer) => void) => ({
  ssrc: randomBytes(4).readUInt32BE(),
  send: (packet: Buffer) => carry(Buffer.from(packet)),
});

const codecOf = (name: AudioCodecName): OfferedCodec => ({
  name,
  payloadType: PAYLOAD_TYPE,
  clockRateHz: name === 'opus' ? 48_000 : 8_000,
  parameters: new Map(),
});
