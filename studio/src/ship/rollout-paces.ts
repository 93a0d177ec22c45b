import type { Schemas } from '../api/client.js';
import type { Option } from '../ui/inputs.js';

export type Pace = 'at-once' | 'careful' | 'slow';

export const PACES: readonly Option<Pace>[] = [
  { value: 'at-once', label: 'All calls at once' },
  { value: 'careful', label: 'Step by step: 10 %, half, all; taken back where it is worse' },
  { value: 'slow', label: 'Slowly: 1 %, 10 %, half, all; taken back where it is worse' },
];

const STEPS: Readonly<Record<Exclude<Pace, 'at-once'>, Schemas['NewRollout']['steps']>> = {
  careful: [
    { share: 10, calls: 50, minutes: 10 },
    { share: 50, calls: 100, minutes: 10 },
  ],
  slow: [
    { share: 1, calls: 20, minutes: 60 },
    { share: 10, calls: 100, minutes: 60 },
    { share: 50, calls: 200, minutes: 60 },
  ],
};

export type Guard = Schemas['RolloutGuard'];
export type GuardMetric = Guard['metric'];

/** The API's default guards. */
export const DEFAULT_GUARDS: readonly GuardMetric[] = [
  'crashes',
  'tool_errors',
  'provider_errors',
  'early_hang_ups',
  'response_time',
];

export const FIRST_GUARDS: readonly Guard[] = DEFAULT_GUARDS.map((metric) => ({ metric }));

/** The guards with one metric's guard replaced or removed. */
export function withGuard(
  guards: readonly Guard[],
  metric: GuardMetric,
  guard: Guard | undefined,
): readonly Guard[] {
  const isKnown = guards.some((one) => one.metric === metric);
  if (!guard) return guards.filter((one) => one.metric !== metric);
  return isKnown ? guards.map((one) => (one.metric === metric ? guard : one)) : [...guards, guard];
}

/** The rollout of a pace, as part of a request. */
export const rolloutOf = (pace: Pace, guards: readonly Guard[]): { rollout?: Schemas['NewRollout'] } =>
  pace === 'at-once' ? {} : { rollout: { steps: STEPS[pace], guards: [...guards] } };
