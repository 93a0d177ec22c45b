import { processorTimeMs } from '../../../bench/support/processor-time.js';

const LOOK_EACH_MS = 500;

type Parts = Readonly<Record<string, readonly (number | undefined)[]>>;

/** CPU usage of each part of a test; restarted processes count except for their last moment. */
export class ProcessorUse {
  private readonly usedMs = new Map<string, number>();
  private readonly seenMs = new Map<number, number>();
  private readonly beganMs = performance.now();
  private readonly ownAtFirst = process.cpuUsage();
  private readonly timer = setInterval(() => this.look(), LOOK_EACH_MS);

  /** @param parts The processes of each part, including their children. */
  constructor(private readonly parts: () => Parts) {
    this.look();
    this.usedMs.clear();
  }

  /** In percent of one core since the start. */
  tell(): string {
    this.look();
    const passedMs = performance.now() - this.beganMs;
    const shares = [...this.usedMs].map(([part, ms]) => `${part} ${Math.round((ms / passedMs) * 100)} %`);
    // All others are its children.
    const own = process.cpuUsage(this.ownAtFirst);
    shares.push(`this test ${Math.round(((own.user + own.system) / 1_000 / passedMs) * 100)} %`);
    return `of a core: ${shares.join(', ')}`;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const [part, pids] of Object.entries(this.parts())) {
      for (const pid of pids) {
        if (pid === undefined) continue;
        const nowMs = processorTimeMs(pid);
        const usedMs = Math.max(0, nowMs - (this.seenMs.get(pid) ?? 0));
        this.seenMs.set(pid, Math.max(nowMs, this.seenMs.get(pid) ?? 0));
        this.usedMs.set(part, (this.usedMs.get(part) ?? 0) + usedMs);
      }
    }
  }
}
