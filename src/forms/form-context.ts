import type { AgentDocument } from '../agent-document/index.js';
import { isTimeZone } from '../common/clock/index.js';
import type { ValueContext } from './values/index.js';

/** How callers of this agent mean "tomorrow" and "3/4": time zone, country and current time. */
export function formContext(
  { timeZone = 'UTC', languageCode }: Pick<AgentDocument, 'timeZone' | 'languageCode'>,
  nowMs: number,
): ValueContext {
  const country = /-([A-Z]{2})$/.exec(languageCode ?? '')?.[1];
  return { nowMs, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC', country };
}
