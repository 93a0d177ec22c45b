import { percentile, round } from '../support/statistics.js';

/** What one run of a dialogue showed. Figures are in milliseconds unless their name says otherwise. */
export interface Round {
  readonly passed: boolean;
  readonly figures: Readonly<Record<string, number>>;
}

export interface Finding {
  readonly dialogue: string;
  readonly aim: string;
  readonly rounds: readonly Round[];
}

export const HEADER =
  '| agent | dialogue | must hold | held | figures (p50 / p95) |\n| --- | --- | --- | --- | --- |';

export function row(agent: string, { dialogue, aim, rounds }: Finding): string {
  const held = rounds.filter(({ passed }) => passed).length;
  const verdict = held === rounds.length ? 'yes' : '**no**';
  const figures = figureNames(rounds).map((name) => {
    const values = rounds.flatMap((one) => one.figures[name] ?? []);
    return `${name} ${round(percentile(values, 0.5), 0)} / ${round(percentile(values, 0.95), 0)}`;
  });
  return `| ${agent} | ${dialogue} | ${aim} | ${verdict}, ${held} of ${rounds.length} | ${figures.join('; ')} |`;
}

function figureNames(rounds: readonly Round[]): string[] {
  return [...new Set(rounds.flatMap(({ figures }) => Object.keys(figures)))];
}
