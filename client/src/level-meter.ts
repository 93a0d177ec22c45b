/** Levels of both sides, from 0 (silence) to 1. */
export interface Levels {
  readonly caller: number;
  readonly agent: number;
}

/** Silence threshold, in dB below full scale. */
const SILENCE_DB = -60;

/** Loudness of samples between -1 and 1, on a logarithmic scale from 0 to 1. */
function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, samples.length));
  return Math.min(1, Math.max(0, 1 - db / SILENCE_DB));
}

/** Measures both sides of a call. Without Web Audio, both are silent. */
export class LevelMeter {
  private context: AudioContext | undefined;
  private readonly meters = new Map<'caller' | 'agent', { stream: MediaStream; read: () => number }>();

  /** Streams may change between readings. */
  read(caller: MediaStream | undefined, agent: MediaStream | undefined): Levels {
    return { caller: this.level('caller', caller), agent: this.level('agent', agent) };
  }

  close(): void {
    this.meters.clear();
    void this.context?.close().catch(() => undefined);
    this.context = undefined;
  }

  private level(side: 'caller' | 'agent', stream: MediaStream | undefined): number {
    if (!stream || typeof AudioContext !== 'function') return 0;
    const known = this.meters.get(side);
    if (known?.stream === stream) return known.read();
    const context = (this.context ??= new AudioContext());
    void context.resume().catch(() => undefined);
    const analyser = context.createAnalyser();
    analyser.fftSize = 1_024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const read = () => {
      analyser.getFloatTimeDomainData(samples);
      return loudnessOf(samples);
    };
    this.meters.set(side, { stream, read });
    return read();
  }
}
