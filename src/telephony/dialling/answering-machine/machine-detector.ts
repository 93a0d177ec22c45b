import { toneIn } from './tone.js';

/** All in milliseconds of the call's own time. */
export interface DetectorSettings {
  /** A person who stays silent this long is waiting for a greeting. */
  readonly firstWordMs: number;
  /** A person says hello and waits; businesses and recordings talk for longer than this. */
  readonly longestHelloMs: number;
  /** A person who answers for a business says no more than this before waiting. */
  readonly longestWelcomeMs: number;
  /** A mailbox greets for at least this long before its beep. */
  readonly leastGreetingMs: number;
  /** This much silence after a few words shows that someone waits for an answer. */
  readonly waitingMs: number;
  /** Deadline for a verdict on someone who says little and never waits. */
  readonly decideMs: number;
  /** A beep comes within this much silence, or not at all. */
  readonly quietMs: number;
  /** Maximum length of a greeting. */
  readonly longestGreetingMs: number;
}

export const DETECTOR_SETTINGS: DetectorSettings = {
  firstWordMs: 3_000,
  longestHelloMs: 1_900,
  longestWelcomeMs: 12_000,
  leastGreetingMs: 700,
  waitingMs: 900,
  decideMs: 5_500,
  quietMs: 2_500,
  longestGreetingMs: 120_000,
};

/**
 * `voicemail`: a greeting and its beep. `fax`: a fax or modem tone (ITU-T V.25). `recording`: longer speech than a
 * person's, without a beep: a menu or an announcement. `unknown`: a person, a screener or a menu that waits for an
 * answer.
 */
export const VERDICTS = ['person', 'voicemail', 'fax', 'recording', 'unknown'] as const;
export type MachineVerdict = (typeof VERDICTS)[number];

/** Speech is this many times louder than the noise floor and at least this loud, as a share of full scale. */
const VOICE_OVER_NOISE = 6;
const LEAST_VOICE_ENERGY = 3e-5;
/** Shorter gaps between words do not end speech. */
const GAP_MS = 250;
/** A beep is a steady tone of at least this length; keys and clicks are shorter. */
const LEAST_BEEP_MS = 140;
/** Fax and modem answer tone, 2.6 s or longer (ITU-T V.25, T.30); no beep is as long. */
const FAX_HZ = 2_100;
const FAX_SLACK_HZ = 40;
const LEAST_FAX_MS = 1_200;
const SAME_PITCH_HZ = 60;
const FULL_SCALE = 32_768;

/**
 * Distinguishes people, mailboxes and faxes by the length of their first words and by tones; unclear cases are
 * `unknown`. A pure state machine: the caller supplies the time.
 */
export class MachineDetector {
  private decided: MachineVerdict | undefined;
  private beganMs: number | undefined;
  private lastMs = 0;
  private noise = 1e-6;
  private firstVoiceMs: number | undefined;
  private lastVoiceMs: number | undefined;
  private voicedMs = 0;
  private beep: { readonly pitchHz: number; readonly sinceMs: number } | undefined;
  private hasBeeped = false;
  private isFax = false;

  constructor(
    private readonly sampleRateHz: number,
    private readonly settings: DetectorSettings = DETECTOR_SETTINGS,
  ) {}

  /** Undefined until decided. From `voicemail` on, the mailbox records. */
  get verdict(): MachineVerdict | undefined {
    return this.decided;
  }

  /** @param nowMs The end of this chunk; monotonic. */
  take(samples: Int16Array, nowMs: number): void {
    if (this.decided) return;
    const lengthMs = (samples.length / this.sampleRateHz) * 1_000;
    this.beganMs ??= nowMs - lengthMs;
    this.lastMs = nowMs;
    const energy = energyOf(samples);
    this.lookForTones(samples, energy, nowMs - lengthMs, nowMs);
    if (this.isVoice(energy) && !this.beep) {
      // A gap too short to end speech counts as speech.
      const isOneBreath = this.lastVoiceMs !== undefined && nowMs - this.lastVoiceMs < GAP_MS;
      this.voicedMs += isOneBreath ? nowMs - (this.lastVoiceMs ?? nowMs) : lengthMs;
      this.firstVoiceMs ??= nowMs - lengthMs;
      this.lastVoiceMs = nowMs;
    }
    this.decided = this.judge();
  }

  private isVoice(energy: number): boolean {
    const isVoice = energy > LEAST_VOICE_ENERGY && energy > this.noise * VOICE_OVER_NOISE;
    // The noise floor falls fast and rises slowly, and never rises to the level of speech.
    const step = energy < this.noise ? 0.3 : 0.02;
    if (!isVoice) this.noise += (energy - this.noise) * step;
    return isVoice;
  }

  private judge(): MachineVerdict | undefined {
    const { firstWordMs, longestHelloMs, longestWelcomeMs, waitingMs, decideMs } = this.settings;
    const { quietMs, longestGreetingMs } = this.settings;
    if (this.isFax) return 'fax';
    const sinceBeginMs = this.lastMs - (this.beganMs ?? this.lastMs);
    if (this.beep) return sinceBeginMs >= longestGreetingMs ? 'recording' : undefined;
    if (this.hasBeeped) return 'voicemail';
    if (this.lastVoiceMs === undefined) return sinceBeginMs >= firstWordMs ? 'unknown' : undefined;
    const quietForMs = this.lastMs - this.lastVoiceMs;
    if (this.voicedMs <= longestHelloMs) {
      if (quietForMs >= waitingMs) return 'person';
      return sinceBeginMs >= decideMs ? 'unknown' : undefined;
    }
    if (quietForMs >= quietMs) return this.voicedMs <= longestWelcomeMs ? 'unknown' : 'recording';
    return sinceBeginMs >= longestGreetingMs ? 'recording' : undefined;
  }

  private lookForTones(samples: Int16Array, energy: number, fromMs: number, nowMs: number): void {
    const tone = energy > LEAST_VOICE_ENERGY ? toneIn(samples, this.sampleRateHz) : undefined;
    if (!tone) {
      this.beep = undefined;
      return;
    }
    const isSame = this.beep && Math.abs(this.beep.pitchHz - tone.frequencyHz) <= SAME_PITCH_HZ;
    this.beep = isSame && this.beep ? this.beep : { pitchHz: tone.frequencyHz, sinceMs: fromMs };
    const lastsMs = nowMs - this.beep.sinceMs;
    // Without a preceding greeting it is a network tone such as ringing or busy.
    if (lastsMs >= LEAST_BEEP_MS && this.voicedMs >= this.settings.leastGreetingMs) this.hasBeeped = true;
    if (lastsMs >= LEAST_FAX_MS && Math.abs(this.beep.pitchHz - FAX_HZ) <= FAX_SLACK_HZ) this.isFax = true;
  }
}

function energyOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length / (FULL_SCALE * FULL_SCALE);
}
