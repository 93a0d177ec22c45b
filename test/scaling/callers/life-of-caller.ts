import { sharedClockMs } from '../../../bench/support/shared-clock.js';
import type { Tell } from './messages.js';
import { CutOff, type SdkCaller } from './sdk-caller.js';

/** Words acknowledged at least this long before a kill must survive: the current turn may be lost. */
const SETTLED_MS = 2_000;

/** A caller who keeps saying words, asking for them and booking, through all faults. */
export class LifeOfCaller {
  private readonly told: { readonly word: string; readonly atMs: number }[] = [];
  private turn = 0;
  private latestWord = '';
  private cutsSeen = 0;

  /** @param thinksMs Delay between a reply and the next request. */
  constructor(
    private readonly caller: SdkCaller,
    private readonly thinksMs: number,
    private readonly tell: Tell,
  ) {}

  /** Talks until stopped. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.round();
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
        await this.recallAfterCut();
      }
    }
  }

  /** Requests each booking once; a confirmation shows what it may rely on. */
  private async round(): Promise<void> {
    const word = (this.latestWord = this.newWord());
    await this.ask(`Please remember ${word}.`, new RegExp(`remember ${word}`));
    this.told.push({ word, atMs: sharedClockMs() });
    await this.think();
    await this.recall();
    await this.think();
    const item = this.newWord();
    const answer = await this.ask(`Please book ${item}.`, /It is booked|could not be done/);
    this.tell({ kind: 'booked', item, confirmed: answer.includes('It is booked') });
    await this.think();
  }

  private async recallAfterCut(): Promise<void> {
    const { cutOffMs } = this.caller;
    const cutMs = cutOffMs[this.cutsSeen] ?? sharedClockMs();
    for (;;) {
      try {
        await this.caller.connectedAgain();
        this.cutsSeen = cutOffMs.length;
        await this.recall(cutMs - SETTLED_MS);
        this.tell({ kind: 'recalled' });
        return;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
    }
  }

  /** @param beforeMs Words acknowledged later may or may not be known. */
  private async recall(beforeMs = Infinity): Promise<void> {
    const answer = await this.ask('What was the word?', /The word is/);
    const settled = this.told.findLastIndex(({ atMs }) => atMs <= beforeMs);
    if (settled < 0) return;
    const possible = this.told.slice(settled).map(({ word }) => word);
    const word = /The word is (\w+)/.exec(answer)?.[1] ?? '';
    // The last word may have been said but not acknowledged.
    if (possible.includes(word) || word === this.latestWord) return;
    this.tell({
      kind: 'wrong',
      what: `${this.caller.name}: “${answer}” in place of ${possible.join(' or ')}`,
    });
  }

  /** An interruption counts even if nobody was speaking. */
  private ask(text: string, fits: RegExp): Promise<string> {
    if (this.caller.cutOffMs.length > this.cutsSeen) throw new CutOff();
    return this.caller.ask(text, fits);
  }

  private think(): Promise<void> {
    return this.caller.pause(this.thinksMs, this.cutsSeen);
  }

  private newWord(): string {
    return `${this.caller.name}w${++this.turn}`;
  }
}
