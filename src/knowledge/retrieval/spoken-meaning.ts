import { inTime } from '../../common/abort/index.js';
import { providerFault } from '../../providers/index.js';
import { AgentFault, type FaultCode, type ProviderUsage } from '../../voice/index.js';

type Used = (usage: ProviderUsage) => void;

/** The vector of some words, or why it is unknown. */
export type WordVector = { readonly vector: Float32Array } | { readonly fault: FaultCode };

export interface SpokenMeaningOptions {
  /** @throws AgentFault */
  readonly embed: (words: string, used: Used) => Promise<Float32Array>;
  /** How long a search waits, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Embeds the words of one conversation's caller. A request begins while the caller is still speaking, one at a time; if
 * the vector of all words is late, that of their beginning must do.
 */
export class SpokenMeaning {
  private known: { readonly words: string; readonly vector: Float32Array } | undefined;
  private asking: Promise<WordVector> | undefined;

  constructor(private readonly options: SpokenMeaningOptions) {}

  /** Never throws. */
  async of(words: string, used: Used): Promise<WordVector> {
    if (this.known?.words === words) return this.known;
    const untilMs = performance.now() + this.options.waitMs;
    let fault: FaultCode = providerFault.timeout;
    // The running request is for other words; if it ends in time, there is time for these.
    for (let request = 0; request < 2; request++) {
      this.asking ??= this.ask(words, used).finally(() => (this.asking = undefined));
      const meaning = await inTime(this.asking, untilMs - performance.now(), undefined);
      if (this.known?.words === words) return this.known;
      if (meaning && !('fault' in meaning)) continue;
      fault = meaning?.fault ?? fault;
      break;
    }
    const { known } = this;
    return known && words.startsWith(known.words) ? known : { fault };
  }

  private async ask(words: string, used: Used): Promise<WordVector> {
    try {
      const vector = await this.options.embed(words, used);
      this.known = { words, vector };
      return { vector };
    } catch (error) {
      return { fault: error instanceof AgentFault ? error.code : providerFault.error };
    }
  }
}
