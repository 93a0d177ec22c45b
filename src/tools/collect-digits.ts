import type { FaultCode } from '../voice/fault-codes.js';
import type { CollectedKeys, KeyInput, KeyRules } from '../voice/keys/index.js';

const NOT_POSSIBLE =
  "This is not possible: no keys can come from the caller's device, or you are waiting for some already. Ask the caller to say it.";

/** Why the entry is over, in words that a model understands. */
const ENDS: Readonly<Record<Exclude<CollectedKeys['end'], 'not-possible'>, string>> = {
  'end-key': 'the caller pressed the end key',
  complete: 'as many keys as wanted were pressed',
  pause: 'no further key was pressed in time',
  nothing: 'no key was pressed in time',
  cancelled: 'the caller did something else',
};

/** Waits for keys of the caller, and tells the model which came and why no more are waited for. */
export async function collectDigits(
  keys: KeyInput | undefined,
  rules: KeyRules,
  signal: AbortSignal,
  report: (outcome: 'ok' | 'error' | 'timeout', code?: FaultCode) => void,
): Promise<{ readonly output: string }> {
  const collected = (await keys?.collect(rules, signal)) ?? { keys: '', end: 'not-possible' };
  if (collected.end === 'not-possible') {
    report('error', 'TOOL_NOT_POSSIBLE');
    return { output: NOT_POSSIBLE };
  }
  report(collected.end === 'nothing' ? 'timeout' : 'ok');
  return { output: JSON.stringify({ digits: collected.keys, because: ENDS[collected.end] }) };
}
