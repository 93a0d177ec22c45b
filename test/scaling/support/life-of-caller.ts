import { setTimeout as pause } from 'node:timers/promises';
import { CutOff, type SdkCaller } from './sdk-caller.js';

/** Between what a caller has heard and what it asks for next; longer where a small machine has many callers. */
const THINKS_MS = Number(process.env.SCALING_TEST_THINKS_MS ?? 1_500);
/** What was acknowledged at least so long before a kill must be known afterwards: the turn that runs may be lost. */
const SETTLED_MS = 2_000;

/** A caller who goes on telling words, asking for them, and booking, over all that happens to the call. */
export class LifeOfCaller {
  /** What it had booked, and whether it was told that it is. */
  readonly asked = new Map<string, boolean>();
  /** How often the agent was asked for a word right after the call was carried on. */
  recalledAfterCuts = 0;
  readonly wrong: string[] = [];
  /** By `performance.now()`. */
  private readonly told: { readonly word: string; readonly atMs: number }[] = [];
  private turn = 0;
  private latestWord = '';
  private cutsSeen = 0;

  constructor(readonly caller: SdkCaller) {}

  /** Talks until it is told to stop. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.round();
        await pause(THINKS_MS);
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
        await this.recallAfterCut();
      }
    }
  }

  private async round(): Promise<void> {
    const word = (this.latestWord = this.newWord());
    await this.ask(`Please remember ${word}.`, new RegExp(`remember ${word}`));
    this.told.push({ word, atMs: performance.now() });
    await this.recall();
    const item = this.newWord();
    this.asked.set(item, false);
    const answer = await this.ask(`Please book ${item}.`, /It is booked|could not be done/);
    this.asked.set(item, answer.includes('It is booked'));
  }

  private async recallAfterCut(): Promise<void> {
    const { cutOffMs } = this.caller;
    const cutMs = cutOffMs[this.cutsSeen] ?? performance.now();
    for (;;) {
      try {
        await this.caller.connectedAgain();
        this.cutsSeen = cutOffMs.length;
        await this.recall(cutMs - SETTLED_MS);
        this.recalledAfterCuts++;
        return;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
    }
  }

  /** @param beforeMs What was acknowledged later may be known or not. */
  private async recall(beforeMs = Infinity): Promise<void> {
    const answer = await this.ask('What was the word?', /The word is/);
    const settled = this.told.findLastIndex(({ atMs }) => atMs <= beforeMs);
    if (settled < 0) return;
    const possible = this.told.slice(settled).map(({ word }) => word);
    const word = /The word is (\w+)/.exec(answer)?.[1] ?? '';
    // The very last word may have been said, but not acknowledged.
    if (!possible.includes(word) && word !== this.latestWord) {
      this.wrong.push(`${this.caller.name}: “${answer}” in place of ${possible.join(' or ')}`);
    }
  }

  /** A cut counts also where it came and went while nobody said anything. */
  private ask(text: string, fits: RegExp): Promise<string> {
    if (this.caller.cutOffMs.length > this.cutsSeen) throw new CutOff();
    return this.caller.ask(text, fits);
  }

  private newWord(): string {
    return `${this.caller.name}w${++this.turn}`;
  }
}
