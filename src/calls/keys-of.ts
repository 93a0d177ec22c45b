import { CallerKeys, keysForRecord } from '../voice/keys/index.js';
import type { CallParts } from './call-parts.js';

/**
 * DTMF input of a call's caller.
 * @param wrote Called with text from the caller and with keys put into words.
 */
export const keysOf = (
  { media, limits, clock, admission }: Pick<CallParts, 'media' | 'limits' | 'clock' | 'admission'>,
  wrote: (text: string) => void,
): CallerKeys =>
  new CallerKeys({
    areHeard: media.hearsKeys,
    pauseMs: limits.keyPauseMs,
    nowMs: () => clock.monotonicMs(),
    speakingMs: () => media.speech.queuedMs,
    wrote,
    entered: (keys) => wrote(keysForRecord(keys, admission.agent.privacy?.storeKeys !== false)),
  });
