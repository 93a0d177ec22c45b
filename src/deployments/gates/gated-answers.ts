/** What the operations that deploy say of gates. */
export const gateHolds = {
  DEPLOYMENTS_GATE_CLOSED:
    'Gates of live hold this version: 0 of 1 people approved this version for live. (/v1/agents/…/approvals?version=…)',
};

/** In words: as a second answer of success it would be another type of answer in clients that are generated. */
export const WAITS =
  'With `wait`, where gates hold the version, the answer is 202 with a `pendingDeployment` (as `GET …/pending-deployments` shows it) and the ' +
  '`testRunIds` of runs that its gates still need.';
