import { SortedWindow } from './sorted-window.js';

/** The softest and the loudest tenth don't count. */
const SOFT_SHARE = 0.1;
const LOUD_SHARE = 0.9;
/**
 * How far the rest of three seconds is apart in dB. Six voices at once, also those of `bench:duplex`, had 5.4 to 6.1;
 * one voice, of three people and two engines, 12 and more by itself, 10 with noise 10 dB below it, and 6.9 with noise
 * 5 dB below.
 */
const STEADY_DB = 6.5;
/** The soft parts of a voice in noise are the noise, known before; of a crowd that comes they are the crowd's. */
const NEW_DB = 12;
/** Where something was louder by this before, that was a voice. */
const LOUDER_DB = 6;

/** A voice that begins again after silence for so many windows (half a second) is another one. */
const SILENT_WINDOWS = 16;

interface Crowd {
  /** The levels of the latest windows, all of the crowd. */
  readonly levels: SortedWindow;
  /** When it began; undefined where there was a voice before it. */
  readonly fromMs: number | undefined;
}

/**
 * Finds out that what began as a voice is many at once, for instance as a door opens: they have no gaps together, and
 * stay equally loud.
 */
export class CrowdWatch {
  private levels: SortedWindow;
  private fromMs = 0;
  private loudest = -Infinity;
  private silentFor = 0;

  /** @param windows How many windows tell. */
  constructor(private readonly windows: number) {
    this.levels = new SortedWindow(windows);
  }

  /**
   * Takes a window that a voice was found in.
   * @param dbfs How loud it is.
   * @param background How loud it was around the caller before.
   */
  voice(dbfs: number, background: number, endMs: number): Crowd | undefined {
    if (this.levels.size === 0) this.fromMs = endMs;
    this.silentFor = 0;
    this.add(dbfs);
    const { levels, fromMs } = this;
    if (!levels.isFull) return undefined;
    const [soft = dbfs, loud = dbfs] = [levels.at(SOFT_SHARE), levels.at(LOUD_SHARE)];
    if (loud - soft >= STEADY_DB || soft - background < NEW_DB) return undefined;
    const isAll = this.loudest < loud + LOUDER_DB;
    this.end();
    return { levels, fromMs: isAll ? fromMs : undefined };
  }

  /** Takes one without: a crowd goes on in the gaps that are found in it. */
  gap(dbfs: number, background: number): void {
    if (this.levels.size === 0) return;
    this.add(dbfs);
    this.silentFor = dbfs < background + NEW_DB ? this.silentFor + 1 : 0;
    if (this.silentFor > SILENT_WINDOWS) this.end();
  }

  private add(dbfs: number): void {
    this.levels.add(dbfs);
    this.loudest = Math.max(this.loudest, dbfs);
  }

  private end(): void {
    this.levels = new SortedWindow(this.windows);
    this.loudest = -Infinity;
    this.silentFor = 0;
  }
}
