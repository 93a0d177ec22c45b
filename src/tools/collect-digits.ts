import type { CollectedKeys, KeyInput, KeyRules } from '../voice/keys/index.js';
import type { ToolOutcome } from './tool-call.js';

const NOT_POSSIBLE =
  "This is not possible: no keys can come from the caller's device, or you are waiting for some already. Ask the caller to say it.";

/** Why collecting ended, in words for the model. */
const ENDS: Readonly<Record<Exclude<CollectedKeys['end'], 'not-possible'>, string>> = {
  'end-key': 'the caller pressed the end key',
  complete: 'as many keys as wanted were pressed',
  pause: 'no further key was pressed in time',
  nothing: 'no key was pressed in time',
  cancelled: 'the caller did something else',
};

/**
 * Collects DTMF keys and returns them to the model with the reason why collecting ended.
 * @param storeKeys Whether the call record may contain the keys.
 */
export async function collectDigits(
  keys: KeyInput | undefined,
  rules: KeyRules,
  signal: AbortSignal,
  storeKeys: boolean,
): Promise<ToolOutcome> {
  const collected = (await keys?.collect(rules, signal)) ?? { keys: '', end: 'not-possible' };
  if (collected.end === 'not-possible') {
    return { kind: 'error', code: 'TOOL_NOT_POSSIBLE', output: NOT_POSSIBLE };
  }
  const because = ENDS[collected.end];
  return {
    kind: collected.end === 'nothing' ? 'timeout' : 'ok',
    output: JSON.stringify({ digits: collected.keys, because }),
    ...(!storeKeys && { recorded: JSON.stringify({ count: collected.keys.length, because }) }),
  };
}
