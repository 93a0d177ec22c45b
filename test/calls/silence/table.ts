/**
 * What happens to an instance: killed, stopped (SIGSTOP), disconnected from PostgreSQL, or out of disk space for
 * recordings.
 */
export type Fault = 'dead' | 'frozen' | 'cut off' | 'disk full';

/**
 * A program with our SDK behind a load balancer; one that uses the interface without knowing of several instances; a
 * phone.
 */
export type CallerKind = 'SDK' | 'plain client' | 'phone';

/**
 * `stays`: the agent answers over the same connection; `goes on`: over one to another instance; `goodbye`: a farewell,
 * then the call ends; `told`: silence, and the client learns that its connection is lost; `nothing`: silence without a
 * notification.
 */
export type Hears = 'stays' | 'goes on' | 'goodbye' | 'told' | 'nothing';

export interface Row {
  readonly fault: Fault;
  readonly hears: Readonly<Record<CallerKind, Hears>>;
}

/** At most, from the fault on. */
export const WITHIN_MS = 10_000;

/**
 * What a caller hears when its instance fails while another is healthy, while none reaches PostgreSQL, and while one of
 * those is also frozen; docs/explanation/failures.md has the same for operators.
 */
export const WHILE_ANOTHER_IS_WELL: readonly Row[] = [
  { fault: 'dead', hears: { SDK: 'goes on', 'plain client': 'told', phone: 'goes on' } },
  { fault: 'cut off', hears: { SDK: 'stays', 'plain client': 'stays', phone: 'stays' } },
  { fault: 'disk full', hears: { SDK: 'stays', 'plain client': 'stays', phone: 'stays' } },
  { fault: 'frozen', hears: { SDK: 'goes on', 'plain client': 'nothing', phone: 'goes on' } },
];
export const WHILE_ALL_ARE_CUT_OFF: readonly Row[] = [
  { fault: 'dead', hears: { SDK: 'told', 'plain client': 'told', phone: 'nothing' } },
  { fault: 'cut off', hears: { SDK: 'stays', 'plain client': 'stays', phone: 'stays' } },
];
export const WHILE_ONE_IS_FROZEN_BESIDES: readonly Row[] = [
  { fault: 'frozen', hears: { SDK: 'told', 'plain client': 'nothing', phone: 'nothing' } },
  { fault: 'cut off', hears: { SDK: 'goodbye', 'plain client': 'goodbye', phone: 'goodbye' } },
];
