import { meanEnergy } from '../../audio/index.js';
import type { RecordedSound } from '../../conversations/index.js';
import { AUDIBLE_ENERGY, STOPPED_MS } from '../spoken/spoken-call.js';
import type { RecordedCall } from '../recorded/recorded-call.js';

const FRAME_MS = 20;
/** Speech is this much louder than the background noise: 10 dB. */
const ABOVE_NOISE = 10;
/** At least a fifth of a caller's frames has no speech. */
const NOISE_QUANTILE = 0.2;
/** Pauses between words are shorter. */
const PAUSE_MS = 600;
/** Shorter is a click. */
const SHORTEST_MS = 60;
/** Keeps soft onsets and ends of words. */
const MARGIN_MS = 120;

/** Continuous caller speech, to be played again. */
export interface CallerSound {
  readonly samples: Int16Array;
  /** It began when the agent had spoken for this long; undefined: while the agent was silent. */
  readonly interruptAfterMs: number | undefined;
}

interface Burst {
  readonly from: number;
  to: number;
}

/**
 * The caller audio of each exchange of a call, in the pieces for playback: interruptions of the agent, and speech in
 * the caller's turn.
 * @param beganAt When the recording began.
 * @returns Undefined if audio is missing for something said: it was typed, silenced, or not recorded.
 */
export function callerSounds(
  { exchanges }: RecordedCall,
  sound: RecordedSound,
  beganAt: Date,
): readonly (readonly CallerSound[])[] | undefined {
  const frames = new Frames(sound);
  const sounds: (readonly CallerSound[])[] = [];
  let fromMs = 0;
  for (const { said, saidUntil } of exchanges) {
    if (said === undefined || saidUntil === undefined) {
      sounds.push([]);
      continue;
    }
    const toMs = saidUntil.getTime() - beganAt.getTime();
    const pieces = frames.pieces(fromMs, toMs);
    if (pieces.length === 0) return undefined;
    sounds.push(pieces);
    fromMs = toMs;
  }
  return sounds;
}

/** Both sides of a recording in frames: who is heard when. */
class Frames {
  private readonly length: number;
  private readonly isVoice: readonly boolean[];
  private readonly agentSpeaksForMs: readonly number[];

  constructor(private readonly sound: RecordedSound) {
    this.length = (sound.sampleRateHz * FRAME_MS) / 1_000;
    const energies = this.energiesOf(sound.caller);
    const noise = [...energies].sort((a, b) => a - b)[Math.floor(energies.length * NOISE_QUANTILE)] ?? 0;
    this.isVoice = energies.map((energy) => energy > Math.max(AUDIBLE_ENERGY, noise * ABOVE_NOISE));
    this.agentSpeaksForMs = speakingFor(this.energiesOf(sound.agent));
  }

  pieces(fromMs: number, toMs: number): CallerSound[] {
    const bursts = this.burstsIn(Math.floor(fromMs / FRAME_MS), Math.ceil(toMs / FRAME_MS));
    const own = bursts.findIndex(({ from }) => this.agentSpeaksAt(from) === 0);
    const over = own < 0 ? bursts : bursts.slice(0, own);
    const turn = own < 0 ? undefined : this.joined(bursts.slice(own));
    return [...over, ...(turn ? [turn] : [])].map((burst) => this.soundOf(burst));
  }

  private burstsIn(first: number, end: number): Burst[] {
    const bursts: Burst[] = [];
    for (let at = first; at < Math.min(end, this.isVoice.length); at++) {
      if (!this.isVoice[at]) continue;
      const last = bursts.at(-1);
      if (last && (at - last.to) * FRAME_MS <= PAUSE_MS) last.to = at + 1;
      else bursts.push({ from: at, to: at + 1 });
    }
    return bursts.filter(({ from, to }) => (to - from) * FRAME_MS >= SHORTEST_MS);
  }

  private joined(bursts: readonly Burst[]): Burst | undefined {
    const [first, last] = [bursts[0], bursts.at(-1)];
    return first && last && { from: first.from, to: last.to };
  }

  private soundOf({ from, to }: Burst): CallerSound {
    const margin = MARGIN_MS / FRAME_MS;
    const start = Math.max(0, from - margin) * this.length;
    const samples = this.sound.caller.slice(start, (to + margin) * this.length);
    const speaksForMs = this.agentSpeaksAt(from);
    return { samples, interruptAfterMs: speaksForMs > 0 ? Math.max(0, speaksForMs - MARGIN_MS) : undefined };
  }

  private agentSpeaksAt(frame: number): number {
    return this.agentSpeaksForMs[frame] ?? 0;
  }

  private energiesOf(samples: Int16Array): number[] {
    const count = Math.floor(samples.length / this.length);
    return Array.from({ length: count }, (_, at) =>
      meanEnergy(samples.subarray(at * this.length, (at + 1) * this.length)),
    );
  }
}

/** How long the agent has been heard without a pause at each frame; 0 while silent. */
function speakingFor(energies: readonly number[]): number[] {
  let sinceFrame: number | undefined;
  let lastFrame = -Infinity;
  return energies.map((energy, frame) => {
    if (energy > AUDIBLE_ENERGY) {
      lastFrame = frame;
      sinceFrame ??= frame;
    } else if ((frame - lastFrame) * FRAME_MS > STOPPED_MS) sinceFrame = undefined;
    return sinceFrame === undefined ? 0 : (frame - sinceFrame + 1) * FRAME_MS;
  });
}
