import { toneIn } from './tone.js';

/** All in milliseconds of the call's own time. */
export interface DetectorSettings {
  /** Whoever says nothing for this long is taken for a person: once greeted, a person answers. */
  readonly firstWordMs: number;
  /** People say hello, and wait; machines go on for longer than this. */
  readonly longestHelloMs: number;
  /** This much silence after a few words shows that somebody waits for an answer. */
  readonly waitingMs: number;
  /** After this long it is decided one way or the other. */
  readonly decideMs: number;
  /** Without a beep, a machine listens once it has been silent for this long. */
  readonly quietMs: number;
  /** A greeting lasts at most this long; then the message is left in any case. */
  readonly longestGreetingMs: number;
}

export const DETECTOR_SETTINGS: DetectorSettings = {
  firstWordMs: 3_000,
  longestHelloMs: 1_900,
  waitingMs: 900,
  decideMs: 5_500,
  quietMs: 2_500,
  longestGreetingMs: 60_000,
};

export type Verdict = 'human' | 'machine';

/** Somebody speaks who is this much louder than silence, and at least this loud (of full scale). */
const VOICE_OVER_NOISE = 6;
const LEAST_VOICE_ENERGY = 3e-5;
/** Words have gaps; a shorter one does not end what is being said. */
const GAP_MS = 250;
/** A beep is a tone of one pitch for at least this long; keys and clicks are shorter. */
const LEAST_BEEP_MS = 140;
const SAME_PITCH_HZ = 60;
const FULL_SCALE = 32_768;

/**
 * Tells a person from an answering machine by how long the first words last, and by the beep; and says when a machine
 * listens. A pure state machine: whoever feeds it passes the time along.
 */
export class MachineDetector {
  private decided: Verdict | undefined;
  private listens = false;
  private beganMs: number | undefined;
  private lastMs = 0;
  private noise = 1e-6;
  private firstVoiceMs: number | undefined;
  private lastVoiceMs: number | undefined;
  private voicedMs = 0;
  private beep: { readonly pitchHz: number; readonly sinceMs: number } | undefined;
  private hasBeeped = false;

  constructor(
    private readonly sampleRateHz: number,
    private readonly settings: DetectorSettings = DETECTOR_SETTINGS,
  ) {}

  /** Undefined until it is known. */
  get verdict(): Verdict | undefined {
    return this.decided;
  }

  /** Whether a machine records by now. */
  get isListening(): boolean {
    return this.listens;
  }

  /** @param nowMs When the piece ended; never goes back. */
  take(samples: Int16Array, nowMs: number): void {
    const lengthMs = (samples.length / this.sampleRateHz) * 1_000;
    this.beganMs ??= nowMs - lengthMs;
    this.lastMs = nowMs;
    const energy = energyOf(samples);
    this.lookForBeep(samples, energy, nowMs - lengthMs, nowMs);
    if (this.isVoice(energy)) {
      // What is said after a gap that was no end counts with the gap.
      const isOneBreath = this.lastVoiceMs !== undefined && nowMs - this.lastVoiceMs < GAP_MS;
      this.voicedMs += isOneBreath ? nowMs - (this.lastVoiceMs ?? nowMs) : lengthMs;
      this.firstVoiceMs ??= nowMs - lengthMs;
      this.lastVoiceMs = nowMs;
    }
    this.decided ??= this.judge();
    if (this.decided === 'machine') this.listens ||= this.canSpeak();
  }

  private isVoice(energy: number): boolean {
    const isVoice = energy > LEAST_VOICE_ENERGY && energy > this.noise * VOICE_OVER_NOISE;
    // The noise of the line is followed down at once and up slowly, and never up to speech.
    const step = energy < this.noise ? 0.3 : 0.02;
    if (!isVoice) this.noise += (energy - this.noise) * step;
    return isVoice;
  }

  private judge(): Verdict | undefined {
    const { firstWordMs, longestHelloMs, waitingMs, decideMs } = this.settings;
    if (this.hasBeeped || this.voicedMs > longestHelloMs) return 'machine';
    const sinceBeginMs = this.lastMs - (this.beganMs ?? this.lastMs);
    if (this.lastVoiceMs === undefined) return sinceBeginMs >= firstWordMs ? 'human' : undefined;
    if (this.lastMs - this.lastVoiceMs >= waitingMs) return 'human';
    return sinceBeginMs >= decideMs ? 'human' : undefined;
  }

  private canSpeak(): boolean {
    const { quietMs, longestGreetingMs } = this.settings;
    if (this.hasBeeped && !this.beep) return true;
    const quietForMs = this.lastMs - (this.lastVoiceMs ?? this.beganMs ?? this.lastMs);
    return quietForMs >= quietMs || this.lastMs - (this.beganMs ?? this.lastMs) >= longestGreetingMs;
  }

  private lookForBeep(samples: Int16Array, energy: number, fromMs: number, nowMs: number): void {
    const tone = energy > LEAST_VOICE_ENERGY ? toneIn(samples, this.sampleRateHz) : undefined;
    if (!tone) {
      this.beep = undefined;
      return;
    }
    const isSame = this.beep && Math.abs(this.beep.pitchHz - tone.frequencyHz) <= SAME_PITCH_HZ;
    this.beep = isSame && this.beep ? this.beep : { pitchHz: tone.frequencyHz, sinceMs: fromMs };
    if (nowMs - this.beep.sinceMs >= LEAST_BEEP_MS) this.hasBeeped = true;
  }
}

function energyOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length / (FULL_SCALE * FULL_SCALE);
}
