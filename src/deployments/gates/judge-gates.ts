import type { EnvironmentName } from '../../common/access/index.js';
import type { Candidate, GateEvidence } from './gate-evidence.js';
import type { ApprovalGate, GateRules, SoakGate, TestGate } from './gate-rules.js';

export const GATE_STATES = ['passed', 'holding', 'not-asked'] as const;
export const GATE_NAMES = ['tests', 'soak', 'approvals', 'alerts'] as const;

/** State of one gate. `holding`: it blocks the version now. `not-asked`: it does not apply to this action. */
export interface GateState {
  readonly gate: (typeof GATE_NAMES)[number];
  readonly state: (typeof GATE_STATES)[number];
  readonly words: string;
  /** API paths with details. */
  readonly links: readonly string[];
}

export interface JudgedPlace {
  readonly agentId: string;
  readonly environment: EnvironmentName;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const passedIf = (condition: boolean): GateState['state'] => (condition ? 'passed' : 'holding');

export const isHeld = (states: readonly GateState[]): boolean =>
  states.some(({ state }) => state === 'holding');

/**
 * State of an environment's gates for a version. A rollback restores an earlier version, usually during an incident: it
 * needs only approvals, no tests, soak time or quiet alerts.
 */
export function judgeGates(
  rules: GateRules,
  place: JudgedPlace,
  candidate: Candidate,
  evidence: GateEvidence,
): readonly GateState[] {
  const states = [
    ...(rules.tests ?? []).map((gate) => judgeTests(gate, place, evidence)),
    ...(rules.soak ? [judgeSoak(rules.soak, place, evidence)] : []),
    ...(rules.approvals ? [judgeApprovals(rules.approvals, place, candidate, evidence)] : []),
    ...(rules.noFiringAlerts === true ? [judgeAlerts(evidence)] : []),
  ];
  if (candidate.kind !== 'rollback') return states;
  return states.map((state) =>
    state.gate === 'approvals'
      ? state
      : { ...state, state: 'not-asked', words: 'A rollback is not held up by this.' },
  );
}

/** Evidence before this time does not count. */
const countsSince = (now: Date, maxAgeHours: number | undefined): number =>
  maxAgeHours === undefined ? 0 : now.getTime() - maxAgeHours * HOUR_MS;

function judgeTests(gate: TestGate, { agentId }: JudgedPlace, evidence: GateEvidence): GateState {
  const { testSetId, passes, of } = gate;
  const list = `/v1/agents/${agentId}/test-sets/${testSetId}/runs`;
  const known = evidence.tests.find((tests) => tests.testSetId === testSetId);
  if (!known) {
    const words = `The test set ${testSetId} was deleted. Change the gates.`;
    return { gate: 'tests', state: 'holding', words, links: [] };
  }
  const since = countsSince(evidence.now, gate.maxAgeHours);
  const runs = known.runs.filter(({ finishedAt }) => finishedAt.getTime() >= since).slice(0, of);
  const passed = runs.filter(({ hasPassed }) => hasPassed).length;
  const young = gate.maxAgeHours === undefined ? '' : `, none older than ${gate.maxAgeHours} h`;
  return {
    gate: 'tests',
    state: passedIf(passed >= passes),
    words:
      `Test set "${known.name}": ${passed} of the last ${runs.length} runs of this version passed; ` +
      `${passes} of ${of} must${young}.`,
    links: runs.length > 0 ? runs.map(({ id }) => `/v1/test-runs/${id}`) : [list],
  };
}

function judgeSoak(
  { environment, minutes }: SoakGate,
  { agentId }: JudgedPlace,
  { soakedMs }: GateEvidence,
): GateState {
  return {
    gate: 'soak',
    state: passedIf(soakedMs >= minutes * MINUTE_MS),
    words:
      `This version was active in ${environment} for ${Math.floor(soakedMs / MINUTE_MS)} minutes; ` +
      `${minutes} are asked for.`,
    links: [`/v1/agents/${agentId}/deployments?environment=${environment}`],
  };
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function judgeApprovals(
  { people, maxAgeHours }: ApprovalGate,
  { agentId, environment }: JudgedPlace,
  { askedBy, version }: Candidate,
  { approvals, authors, now }: GateEvidence,
): GateState {
  const since = countsSince(now, maxAgeHours);
  const partial = [...authors, askedBy];
  const isOwn = (email: string) => partial.some((one) => sameAddress(one, email));
  const young = approvals.filter(({ createdAt }) => createdAt.getTime() >= since);
  const others = new Set(
    young.filter(({ approvedBy }) => !isOwn(approvedBy)).map(({ approvedBy }) => approvedBy.toLowerCase()),
  );
  const own = young.length - others.size;
  const note = own > 0 ? ' Nobody approves what they wrote, published or ask for.' : '';
  return {
    gate: 'approvals',
    state: passedIf(others.size >= people),
    words: `${others.size} of ${people} people approved this version for ${environment}.${note}`,
    links: [`/v1/agents/${agentId}/environments/${environment}/approvals?version=${version}`],
  };
}

function judgeAlerts({ firing }: GateEvidence): GateState {
  const names = firing.map(({ name }) => `"${name}"`).join(', ');
  return {
    gate: 'alerts',
    state: passedIf(firing.length === 0),
    words: firing.length === 0 ? 'No alert rule fires.' : `Alert rules fire: ${names}.`,
    links: firing.length === 0 ? ['/v1/alerts'] : firing.map(({ id }) => `/v1/alert-rules/${id}`),
  };
}

/** All blocking gates, as one readable message. */
export function describeHeld(environment: EnvironmentName, states: readonly GateState[]): string {
  const held = states
    .filter(({ state }) => state === 'holding')
    .map(({ words, links }) => `${words}${links[0] === undefined ? '' : ` (${links[0]})`}`);
  const passed = states.filter(({ state }) => state === 'passed').map(({ words }) => words);
  return [
    `Gates of ${environment} hold this version: ${held.join(' ')}`,
    ...(passed.length > 0 ? [`Passed: ${passed.join(' ')}`] : []),
  ].join(' ');
}
