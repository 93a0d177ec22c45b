import type { StatedValue } from '../forms/index.js';
import type { Claim, LedgerCall, Proof } from './agent-claim.js';
import type { ClaimSources } from './claim-sources.js';
import type { Facts } from './facts.js';
import type { ToolClaims } from './tool-claims.js';
import { saysDone } from './says-done.js';
import { baseOf } from './verbs.js';

/** Arguments that hold names. */
const NAMES_IN_ARGUMENTS =
  /"\w*(?:name|recipient|customer|guest|person|contact|to|destination|department|attendee|patient|target)\w*"\s*:/i;
const PEOPLE =
  /\b(?:colleague|manager|supervisor|team|specialist|technician|doctor|nurse|representative|staff|advis[eo]r|someone|engineer|receptionist|owner|driver|consultant|department|office|lawyer|adviser)/;
/** Whether a call did its work, as far as its answer says. */
function succeeded({ answer, failed }: LedgerCall): boolean {
  if (answer === undefined || failed !== undefined) return false;
  return saysDone(answer);
}

/** What the calls of the conversation say about a claim. */
export function proofOf(claim: Claim, sources: ClaimSources, tools: readonly ToolClaims[]): Proof {
  if (claim.kind === 'promised') return promiseProof(claim, sources, tools);
  const calls = sources.known.calls.filter(({ name }) => claim.tools.includes(name)).reverse();
  switch (claim.kind) {
    case 'done':
      return doneProof(claim, calls, sources, tools);
    case 'running':
      return runningProof(calls, claim);
    case 'denied':
      return deniedProof(claim, calls, sources);
    case 'result':
      return resultProof(claim, calls, sources);
  }
}

const unproven = (reason: Extract<Proof, { verdict: 'unproven' }>['reason'], call?: LedgerCall): Proof => ({
  verdict: 'unproven',
  reason,
  ...(call && { call }),
});
const proven = (call?: LedgerCall): Proof => ({ verdict: 'proven', ...(call && { call }) });
const isRunning = ({ answer }: LedgerCall): boolean => answer === undefined;

/** @param calls Newest first. */
function doneProof(
  claim: Claim,
  calls: readonly LedgerCall[],
  sources: ClaimSources,
  tools: readonly ToolClaims[],
): Proof {
  if (claim.tools.length === 0) return unproven('no-tool');
  const [newest] = calls;
  const isReading = tools.every(({ name, isReading: reads }) => reads || !claim.tools.includes(name));
  if (isReading && sources.known.passages !== '') return proven();
  if (!newest) return unproven('no-call');
  const done = calls.filter(succeeded);
  const [first] = isReading ? done : done.filter((call) => fits(claim, call, sources));
  const running = calls.find(isRunning);
  if (isSpecific(claim) || isReading) {
    if (first) return proven(first);
    if (running) return { verdict: 'running', call: running };
    return done[0] ? unproven('other-values', done[0]) : unproven('failed', newest);
  }
  if (running) return { verdict: 'running', call: running };
  return succeeded(newest) ? proven(newest) : unproven('failed', newest);
}

const isSpecific = ({ values, names }: Claim): boolean => values.length + names.length > 0;

function runningProof(calls: readonly LedgerCall[], { tools }: Claim): Proof {
  if (tools.length === 0) return unproven('no-tool');
  const running = calls.find(isRunning);
  if (running) return { verdict: 'running', call: running };
  const [newest] = calls;
  if (!newest) return unproven('no-call');
  return succeeded(newest) ? proven(newest) : unproven('failed', newest);
}

function deniedProof(claim: Claim, [newest]: readonly LedgerCall[], sources: ClaimSources): Proof {
  const wasDone = newest && succeeded(newest) && (!isSpecific(claim) || fits(claim, newest, sources));
  return wasDone ? unproven('was-done', newest) : proven(newest);
}

function resultProof(claim: Claim, calls: readonly LedgerCall[], sources: ClaimSources): Proof {
  const done = calls.filter(succeeded);
  const [first] = done;
  const { values } = claim;
  if (first) {
    const telling = done.find((call) => values.every((value) => has(sources.ofCall(call), value)));
    if (telling) return proven(telling);
    return values.every((value) => sources.holds(value)) ? proven(first) : unproven('other-values', first);
  }
  const elsewhere = sources.besides(claim.tools);
  if (values.length > 0 && values.every((value) => has(elsewhere, value))) return proven();
  const running = calls.find(isRunning);
  if (running) return { verdict: 'running', call: running };
  return calls[0] ? unproven('failed', calls[0]) : unproven('no-call');
}

const has = (facts: readonly Facts[], value: StatedValue): boolean => facts.some((one) => one.has(value));

/** Whether a call had the values that the sentence states. */
function fits(claim: Claim, call: LedgerCall, sources: ClaimSources): boolean {
  const facts = sources.ofCall(call);
  const elsewhere = sources.besides(claim.tools);
  const isKnown = (value: StatedValue) => has(facts, value) || has(elsewhere, value);
  for (const kind of ['date', 'time'] as const) {
    const stated = claim.values.filter((value) => value.kind === kind);
    if (stated.length === 0) continue;
    const fit = facts.some((one) => one.holds(kind))
      ? stated.some((value) => has(facts, value)) &&
        (stated.length === 1 || stated.every((value) => sources.holds(value)))
      : stated.every((value) => sources.holds(value));
    if (!fit) return false;
  }
  const counted = sources.argumentsOf(call).holds('number');
  for (const value of claim.values) {
    const isPriced = value.kind === 'money' && facts.some((one) => one.holds('money'));
    if (value.kind === 'money' && !isKnown(value) && (isPriced || !sources.holds(value))) return false;
    if (value.kind === 'duration' && !sources.holds(value)) return false;
    if (value.kind === 'number' && !isKnown(value) && (counted || !sources.holds(value))) return false;
  }
  if (!NAMES_IN_ARGUMENTS.test(call.argumentsText)) return true;
  return claim.names.every((name) =>
    name
      .split(/\s+/)
      .some((word) => [...facts, ...elsewhere].some(({ words }) => words.has(word.toLowerCase()))),
  );
}

/** A person's act is promised by a call that asks for it, or by the agent's author. */
function promiseProof({ act = '' }: Claim, sources: ClaimSources, tools: readonly ToolClaims[]): Proof {
  const { calls, author, passages } = sources.known;
  const base = baseOf(act) ?? act;
  const isAbout = ({ name, verbs, nouns }: ToolClaims) =>
    name === 'transfer' || THINGS.has(act) || verbs.has(base) || nouns.has(act) || nouns.has(base);
  const asking = tools.filter((tool) => !tool.isReading && isAbout(tool)).map(({ name }) => name);
  const asked = calls.findLast((call) => asking.includes(call.name) && (isRunning(call) || succeeded(call)));
  if (asked) return isRunning(asked) ? { verdict: 'running', call: asked } : proven(asked);
  const texts = [author.text, passages, ...calls.map(({ answer = '' }) => answer)];
  if (texts.some((text) => promises(text.toLowerCase(), act))) return proven();
  return unproven(asking.length > 0 ? 'no-call' : 'no-tool');
}

/** What callers get after any tool has done its work. */
const THINGS: ReadonlySet<string> = new Set([
  'confirmation',
  'email',
  'e-mail',
  'text',
  'message',
  'letter',
  'sms',
  'refund',
  'callback',
  'invoice',
  'receipt',
]);

/** Places of a text where an act is looked for. */
const MOST_LOOKS = 200;

/** Whether a text promises that a person does this. */
function promises(text: string, act: string): boolean {
  if (THINGS.has(act)) return text.includes(act);
  const said = act === 'in' ? 'in touch' : act;
  let looks = MOST_LOOKS;
  for (let at = text.indexOf(said); at >= 0 && looks > 0; at = text.indexOf(said, at + said.length)) {
    looks -= 1;
    const before = text.slice(Math.max(0, at - 100), at);
    // "A call" and "the call" are no acts.
    if (PEOPLE.test(before) && !/\b(?:this|the|a|per|your) $/.test(before)) return true;
  }
  return false;
}
