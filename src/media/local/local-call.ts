import { randomBytes } from 'node:crypto';
import { PhoneKeys } from '../phone/phone-keys.js';
import type { KeyFrame } from '../phone/key-sender.js';
import type { CallerAudioFrame, SampleRateHz, SpeechQueue } from '../media-session.js';
import type { MediaClock, Ticker } from '../rtp/media-clock.js';
import { parseRtp } from '../rtp/rtp-packet.js';
import type { AudioCodecName, OfferedCodec } from '../sdp/offer.js';
import { type AudioRates, type AudioSettings, SessionAudio } from '../session/session-audio.js';
import { LossyLine } from './lossy-line.js';

/** Who calls: a program that speaks and hears, 20 ms at a time. */
export interface LocalCaller {
  /** The next 20 ms that it says, at its rate. */
  speak(nowMs: number): Int16Array;
  /** The next 20 ms that it hears, at its rate; the samples are reused afterwards. */
  hear(frame: CallerAudioFrame): void;
}

/** Told of what reaches the agent's side. */
export interface LocalListener {
  callerFrame(frame: CallerAudioFrame): void;
  callerKey(key: string): void;
}

export interface LocalCallRequest extends AudioRates {
  readonly codec: AudioCodecName;
  /** Rate at which the caller speaks and hears. */
  readonly callerRateHz: SampleRateHz;
  /** Percentage of packets that are lost, each way; the same ones in each call. */
  readonly lossPercent: number;
  readonly caller: LocalCaller;
}

const PAYLOAD_TYPE = 111;
const KEYS_TYPE = 110;

/**
 * A call whose both ends are in this process. All that a phone call goes through but sockets is between them: coding,
 * packets, losses, the jitter buffer and keys (RFC 4733), paced by the clock of all calls.
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

  /** The agent's way to the caller. */
  get speech(): SpeechQueue {
    return this.agentSide.agent;
  }

  /** Begins the call. */
  listen(listener: LocalListener): void {
    if (this.closed || this.listener) return;
    this.listener = listener;
    this.agentSide.deliverTo((frame) => listener.callerFrame(frame));
    this.place.clock.add(this);
  }

  /** The caller presses keys. @returns whether all of them were sent before the call ended. */
  pressKeys(keys: string): Promise<boolean> {
    return this.pressed.press(keys) ?? Promise.resolve(false);
  }

  tick(frame: number, nowMs: number): void {
    if (this.closed) return;
    const said = this.request.caller.speak(nowMs);
    this.keyFrame = this.pressed.next();
    // While a key is pressed the telephone sends nothing else.
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

  /** Keys are numbered and timed as audio is, and are of a type of their own. */
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

/** @param carry Gets a packet of its own: the encoder's buffer is reused. */
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
