import { gateAnswers } from './gate.schema.js';

/** Gate errors of the deploying operations. */
export const gateHolds = {
  DEPLOYMENTS_GATE_CLOSED:
    'Gates of live hold this version: 0 of 1 people approved this version for live. (/v1/agents/…/approvals?version=…)',
};

/** Response of the deploying operations with `wait` while gates block the version. */
export const WAITING = {
  status: 202,
  description:
    'With `wait`, where gates hold the version: what waits, and the runs that its gates still need.',
  response: gateAnswers.waiting,
} as const;
