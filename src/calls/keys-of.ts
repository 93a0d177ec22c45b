import { CallerKeys, type CallerKeysOptions } from '../voice/keys/index.js';
import type { CallParts } from './call-parts.js';

/** The keys of a call's caller. */
export const keysOf = (
  { media, limits, clock }: Pick<CallParts, 'media' | 'limits' | 'clock'>,
  record: Pick<CallerKeysOptions, 'wrote' | 'entered'>,
): CallerKeys =>
  new CallerKeys({
    areHeard: media.hearsKeys,
    pauseMs: limits.keyPauseMs,
    maxKeys: limits.maxKeys,
    nowMs: () => clock.monotonicMs(),
    speakingMs: () => media.speech.queuedMs,
    ...record,
  });
