/** What happens to one instance: its process is killed, is stopped (SIGSTOP), or no longer reaches PostgreSQL. */
export type Fault = 'dead' | 'frozen' | 'cut off';

/**
 * A program on our SDK, behind a balancer; a program that speaks the interface and knows nothing of several instances;
 * a phone.
 */
export type CallerKind = 'SDK' | 'plain client' | 'phone';

/**
 * `goes on`: the agent at another instance; `goodbye`: words of farewell, then the call ends; `told`: nobody can speak,
 * and the client learns that its connection is gone; `nothing`: nobody can speak or tell.
 */
export type Hears = 'goes on' | 'goodbye' | 'told' | 'nothing';

export interface Row {
  readonly fault: Fault;
  /** Of the other instances: one at least is well, or none reaches PostgreSQL. */
  readonly others: 'well' | 'cut off';
  readonly hears: Readonly<Record<CallerKind, Hears>>;
}

/** At most, from when the instance fell silent: at once, or when its lease was over. */
export const WITHIN_MS = 10_000;

/** What a caller hears of a fault of its instance; docs/operating.md has the same for operators. */
export const ROWS: readonly Row[] = [
  { fault: 'dead', others: 'well', hears: { SDK: 'goes on', 'plain client': 'told', phone: 'goes on' } },
  {
    fault: 'cut off',
    others: 'well',
    hears: { SDK: 'goes on', 'plain client': 'goodbye', phone: 'goes on' },
  },
  { fault: 'frozen', others: 'well', hears: { SDK: 'goes on', 'plain client': 'nothing', phone: 'goes on' } },
  { fault: 'dead', others: 'cut off', hears: { SDK: 'told', 'plain client': 'told', phone: 'nothing' } },
  {
    fault: 'cut off',
    others: 'cut off',
    hears: { SDK: 'goodbye', 'plain client': 'goodbye', phone: 'goodbye' },
  },
  { fault: 'frozen', others: 'cut off', hears: { SDK: 'told', 'plain client': 'nothing', phone: 'nothing' } },
];
