import type { RecordedCarryOn } from '../../conversations/index.js';
import type { CallHolder } from '../call-holder.js';

/** A call over a line that was another process's and is this one's now; either `begin` or `end` is to be called. */
export interface TakenLine {
  /** What its former holder kept of its line last. */
  readonly line: Readonly<Record<string, unknown>>;
  /** What was kept of the line of a person who has the caller. */
  readonly person: Readonly<Record<string, unknown>> | undefined;
  /** Why it can't go on, though it is ours to end; undefined where it can. */
  readonly obstacle: 'with-person' | 'not-possible' | undefined;
  /** It goes on here. */
  begin(holder: CallHolder): { readonly sessionId: string };
  /** It does not: its record says why. Resolves when it is stored or given up. */
  end(outcome: Exclude<RecordedCarryOn['outcome'], 'gone-on'>, status?: number): Promise<void>;
}
