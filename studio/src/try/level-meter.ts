/** The lowest level shown, in decibels below full scale. */
const FLOOR_DB = -60;

/** Decay of the shown level, in decibels per second; it rises immediately. */
const FALL_DB_PER_SECOND = 45;

/** Update interval of the accessible value, in milliseconds: screen readers can't use sixty values per second. */
const ANNOUNCE_EVERY_MS = 250;

/** Shows the level of a stream, as a bar and as the value of an element with role `meter`. */
export class LevelMeter {
  private analyser: AnalyserNode | undefined;
  private source: MediaStreamAudioSourceNode | undefined;
  private samples = new Float32Array(0);
  private shownDb = FLOOR_DB;
  private drawnAtMs = 0;
  private announcedAtMs = 0;
  private frame = 0;

  constructor(private readonly element: HTMLElement) {
    this.show(FLOOR_DB);
  }

  /** Starts measuring a stream, in place of an earlier one. */
  attach(context: AudioContext, stream: MediaStream): void {
    this.detach();
    this.analyser = context.createAnalyser();
    this.analyser.fftSize = 1024;
    this.samples = new Float32Array(this.analyser.fftSize);
    this.source = context.createMediaStreamSource(stream);
    this.source.connect(this.analyser);
    this.drawnAtMs = performance.now();
    this.frame = requestAnimationFrame((nowMs) => this.draw(nowMs));
  }

  detach(): void {
    cancelAnimationFrame(this.frame);
    this.source?.disconnect();
    this.source = undefined;
    this.analyser = undefined;
    this.shownDb = FLOOR_DB;
    this.announcedAtMs = 0;
    this.show(FLOOR_DB);
    this.announce(FLOOR_DB);
  }

  private draw(nowMs: number): void {
    if (!this.analyser) return;
    this.analyser.getFloatTimeDomainData(this.samples);
    const fallen = this.shownDb - (FALL_DB_PER_SECOND * (nowMs - this.drawnAtMs)) / 1_000;
    this.shownDb = Math.max(FLOOR_DB, levelDb(this.samples), fallen);
    this.drawnAtMs = nowMs;
    this.show(this.shownDb);
    if (nowMs - this.announcedAtMs >= ANNOUNCE_EVERY_MS) {
      this.announcedAtMs = nowMs;
      this.announce(this.shownDb);
    }
    this.frame = requestAnimationFrame((later) => this.draw(later));
  }

  private show(db: number): void {
    this.element.style.setProperty('--level', ((db - FLOOR_DB) / -FLOOR_DB).toFixed(3));
  }

  private announce(db: number): void {
    this.element.setAttribute('aria-valuenow', String(Math.round(db)));
    this.element.setAttribute('aria-valuetext', db <= FLOOR_DB ? 'silent' : `${Math.round(db)} decibels`);
  }
}

/** Root mean square of samples between -1 and 1, in decibels below full scale, at most 0. */
function levelDb(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const power = samples.length > 0 ? sum / samples.length : 0;
  return power > 0 ? Math.min(0, 10 * Math.log10(power)) : Number.NEGATIVE_INFINITY;
}
