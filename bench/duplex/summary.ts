import type { EventKind } from './corpus.js';
import type { Measured } from './lanes.js';
import { isRight, shareOf, spread, yieldTimes, type Outcome } from './score.js';
import type { TurnOutcome } from './turn-call.js';

interface Line {
  readonly name: string;
  overlaps?: readonly Outcome[];
  turns?: readonly TurnOutcome[];
}

/** One line per kind of agent and condition. */
export class Summary {
  private readonly lines: Line[] = [];
  private readonly failed: string[] = [];

  overlaps(name: string, measured: Measured<Outcome>): void {
    this.lines.push({ name, overlaps: measured.outcomes });
    this.count(name, measured);
  }

  turns(name: string, measured: Measured<TurnOutcome>): void {
    const line = this.lines.find((one) => one.name === name);
    if (line) line.turns = measured.outcomes;
    else this.lines.push({ name, turns: measured.outcomes });
    this.count(name, measured);
  }

  /** Why the measurement of an agent ended early. */
  endedEarly(name: string, error: unknown): void {
    this.failed.push(`${name}: ended early: ${error instanceof Error ? error.message : String(error)}`);
  }

  get isWhole(): boolean {
    return this.failed.length === 0;
  }

  table(): string[] {
    const columns = [
      'agent',
      'R_Y',
      'ms to silence, p50 / p95',
      'S_BC',
      'S_VT',
      'S_ND',
      'own echo',
      'I_A',
      'response ms, p50 / p95',
    ];
    const rule = columns.map(() => '---');
    return [columns, rule, ...this.lines.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`);
  }

  /** Failed calls, and what could not be measured because of them. */
  failures(): readonly string[] {
    return this.failed;
  }

  private count(name: string, { failures, leftOut }: Measured<unknown>): void {
    for (const reason of new Set(failures)) {
      const times = failures.filter((one) => one === reason).length;
      this.failed.push(`${name}: ${times} ${times === 1 ? 'call' : 'calls'} failed: ${reason}`);
    }
    if (leftOut > 0) this.failed.push(`${name}: ${leftOut} could not be measured, and are in no row`);
  }
}

function rowOf({ name, overlaps = [], turns = [] }: Line): string[] {
  const share = (kind: EventKind) => {
    const ofKind = overlaps.filter(({ event }) => event.kind === kind);
    return shareOf(ofKind.filter(isRight).length, ofKind.length);
  };
  const paused = turns.filter(({ event }) => event.kind === 'pause within');
  const responses = turns.flatMap(({ event, responseMs }) =>
    event.kind === 'question' && responseMs !== undefined ? responseMs : [],
  );
  return [
    name,
    share('interruption'),
    spread(yieldTimes(overlaps)),
    share('backchannel'),
    share('tic'),
    share('side talk'),
    share('nobody'),
    shareOf(paused.filter(({ spokeOver }) => spokeOver).length, paused.length),
    spread(responses),
  ];
}
