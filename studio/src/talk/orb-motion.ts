/** Below this, in decibels below full scale, the orb is still. */
const QUIET_DB = -54;
/** Typical maximum of speech into a microphone. */
const LOUD_DB = -14;
/** Decay: the share of the orb's size left after a second. */
const LEFT_AFTER_SECOND = 0.01;

/** Edges of the bars' frequency bands, in hertz: the range of a voice. */
const BAND_EDGES_HZ = [90, 250, 500, 1_000, 2_000, 4_000];

interface Source {
  readonly analyser: AnalyserNode;
  readonly node: MediaStreamAudioSourceNode;
}

/**
 * Animates an orb with the audio of a call: `--level` is the louder side's level, from 0 to 1, and each bar has the
 * level of its band as `--bar`. Browsers render no frames of hidden pages, so it pauses there.
 */
export class OrbMotion {
  private readonly sources: readonly Source[];
  private readonly samples = new Float32Array(512);
  private readonly bins: Uint8Array<ArrayBuffer>;
  private level = 0;
  private drawnAtMs = performance.now();
  private frame: number;

  constructor(
    private readonly orb: HTMLElement,
    private readonly context: AudioContext,
    streams: readonly MediaStream[],
  ) {
    this.sources = streams.map((stream) => this.listenTo(stream));
    this.bins = new Uint8Array(this.samples.length / 2);
    this.frame = requestAnimationFrame((nowMs) => this.draw(nowMs));
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    for (const { node } of this.sources) node.disconnect();
    this.show(0, []);
  }

  private listenTo(stream: MediaStream): Source {
    const analyser = this.context.createAnalyser();
    analyser.fftSize = this.samples.length;
    analyser.smoothingTimeConstant = 0.6;
    const node = this.context.createMediaStreamSource(stream);
    node.connect(analyser);
    return { analyser, node };
  }

  private draw(nowMs: number): void {
    const heard = this.sources.map(({ analyser }) => ({ analyser, level: this.levelOf(analyser) }));
    const loudest = heard.reduce((one, other) => (other.level > one.level ? other : one));
    const seconds = Math.max(0, nowMs - this.drawnAtMs) / 1_000;
    this.level = Math.max(loudest.level, this.level * LEFT_AFTER_SECOND ** seconds);
    this.drawnAtMs = nowMs;
    this.show(this.level, this.bandsOf(loudest.analyser));
    this.frame = requestAnimationFrame((later) => this.draw(later));
  }

  private levelOf(analyser: AnalyserNode): number {
    analyser.getFloatTimeDomainData(this.samples);
    const power = this.samples.reduce((sum, sample) => sum + sample * sample, 0) / this.samples.length;
    const db = 10 * Math.log10(power + Number.EPSILON);
    return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
  }

  private bandsOf(analyser: AnalyserNode): number[] {
    analyser.getByteFrequencyData(this.bins);
    const binHz = this.context.sampleRate / analyser.fftSize;
    return BAND_EDGES_HZ.slice(1).map((toHz, index) => {
      const from = Math.floor((BAND_EDGES_HZ[index] ?? 0) / binHz);
      const band = this.bins.subarray(from, Math.max(from + 1, Math.floor(toHz / binHz)));
      return Math.max(...band) / 255;
    });
  }

  private show(level: number, bands: readonly number[]): void {
    this.orb.style.setProperty('--level', level.toFixed(3));
    this.orb.querySelectorAll<HTMLElement>('b').forEach((bar, index) => {
      bar.style.setProperty('--bar', (bands[index] ?? 0).toFixed(3));
    });
  }
}
