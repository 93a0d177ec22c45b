import type { RecordedUsage } from './conversation-record.js';
import { storableText } from './record-columns.js';

export const USAGE_AMOUNTS = [
  'inputTokens',
  'cachedTokens',
  'audioInputTokens',
  'outputTokens',
  'audioOutputTokens',
  'audioMs',
  'characters',
] as const satisfies readonly (keyof RecordedUsage)[];

/** More than the providers of a call's stages, fallbacks included. */
const MAX_SUMS = 50;

/** Usage of one call, summed by stage, provider and model. */
export class UsageSums {
  private readonly byName = new Map<string, RecordedUsage>();

  /** @param before `sums` of the previous process, if the call was taken over. */
  constructor(before: readonly RecordedUsage[] = []) {
    for (const usage of before) this.add(usage);
  }

  /** False if it was not counted: too many names. */
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
    const names = { stage, provider: storableText(provider), model: storableText(model) };
    this.byName.set(name, { ...names, ...Object.fromEntries(amounts) });
    return true;
  }

  /** A new list each time, so that changes are detected. */
  sums(): RecordedUsage[] {
    return [...this.byName.values()];
  }
}
