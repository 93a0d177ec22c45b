import type { RecordedUsage } from './conversation-record.js';
import { plainText } from './record-columns.js';

export const USAGE_AMOUNTS = [
  'inputTokens',
  'cachedTokens',
  'audioInputTokens',
  'outputTokens',
  'audioOutputTokens',
  'audioMs',
  'characters',
] as const satisfies readonly (keyof RecordedUsage)[];

/** More than the stages of a call have providers, fallbacks included. */
const MAX_SUMS = 50;

/** What the providers of one call did, summed up by stage, provider and model. */
export class UsageSums {
  private readonly byName = new Map<string, RecordedUsage>();

  /** @param before What `sums` of another one has given, where the call goes on. */
  constructor(before: readonly RecordedUsage[] = []) {
    for (const usage of before) this.add(usage);
  }

  /** False where it was not counted: too many names. */
  add(usage: RecordedUsage): boolean {
    const { stage, provider, model } = usage;
    const name = JSON.stringify([stage, provider, model]);
    const before = this.byName.get(name);
    if (!before && this.byName.size >= MAX_SUMS) return false;
    const amounts = USAGE_AMOUNTS.flatMap((amount) => {
      const [was, more] = [before?.[amount], usage[amount]];
      return was === undefined && more === undefined
        ? []
        : [[amount, Math.round((was ?? 0) + (more ?? 0))] as const];
    });
    const names = { stage, provider: plainText(provider), model: plainText(model) };
    this.byName.set(name, { ...names, ...Object.fromEntries(amounts) });
    return true;
  }

  /** A new list each time, so that a change is seen as one. */
  sums(): RecordedUsage[] {
    return [...this.byName.values()];
  }
}
