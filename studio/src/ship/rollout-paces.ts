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

/** The rollout of a pace, as a part of a request. */
export const rolloutOf = (pace: Pace): { rollout?: Schemas['NewRollout'] } =>
  pace === 'at-once' ? {} : { rollout: { steps: STEPS[pace] } };
