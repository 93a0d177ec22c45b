import type { EnvironmentName } from '../../common/access/index.js';
import { ENVIRONMENTS } from '../../common/access/index.js';

/** A test set passed on exactly this version: `passes` of its last `of` runs. */
export interface TestGate {
  readonly testSetId: string;
  readonly passes: number;
  readonly of: number;
  /** Older runs do not count. */
  readonly maxAgeHours?: number;
}

/** The version was active in an earlier environment for this long in total. */
export interface SoakGate {
  readonly environment: EnvironmentName;
  readonly minutes: number;
}

/** People approved exactly this version for this environment. Approving one's own version does not count. */
export interface ApprovalGate {
  readonly people: number;
  readonly maxAgeHours?: number;
}

/** Conditions for deploying a version to an environment. Empty: none. */
export interface GateRules {
  readonly tests?: readonly TestGate[];
  readonly soak?: SoakGate;
  readonly approvals?: ApprovalGate;
  readonly noFiringAlerts?: boolean;
}

/** Context in which rules are validated. */
export interface RuleSurroundings {
  readonly environment: EnvironmentName;
  readonly testSetIds: ReadonlySet<string>;
  /** Runs kept per test set; older ones are deleted. */
  readonly runsKept: number;
}

export const hasRules = ({ tests, soak, approvals, noFiringAlerts }: GateRules): boolean =>
  (tests ?? []).length > 0 || soak !== undefined || approvals !== undefined || noFiringAlerts === true;

/** @returns the problem of the rules, with the field's name; undefined if they are valid. */
export function problemOfRules(rules: GateRules, surroundings: RuleSurroundings): string | undefined {
  return problemOfTests(rules.tests ?? [], surroundings) ?? problemOfSoak(rules.soak, surroundings);
}

function problemOfTests(
  tests: readonly TestGate[],
  { testSetIds, runsKept }: RuleSurroundings,
): string | undefined {
  const ids = tests.map(({ testSetId }) => testSetId);
  for (const [index, { testSetId, passes, of }] of tests.entries()) {
    const place = `tests[${index}]`;
    if (!testSetIds.has(testSetId)) return `${place}.testSetId must name a test set of this agent`;
    if (ids.indexOf(testSetId) < index) return `${place}.testSetId names a test set a second time`;
    if (passes > of) return `${place}.passes must not be above of, which is ${of}`;
    if (of > runsKept)
      return `${place}.of must not be above ${runsKept}: older runs of a test set are deleted`;
  }
  return undefined;
}

function problemOfSoak(soak: SoakGate | undefined, { environment }: RuleSurroundings): string | undefined {
  if (!soak) return undefined;
  const earlier = ENVIRONMENTS.slice(0, ENVIRONMENTS.indexOf(environment));
  if (earlier.includes(soak.environment)) return undefined;
  return earlier.length === 0
    ? `soak is not for ${environment}: no environment comes before it`
    : `soak.environment must come before ${environment}: ${earlier.join(' or ')}`;
}
