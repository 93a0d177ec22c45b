import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferFailure } from '../voice/call-control.js';
import type { TransferLeg } from '../call-admission/index.js';

/** Time for the person to press the requested key. */
const KEY_PATIENCE_MS = 15_000;
const ACCEPTS = '1';
/** Time to lift the phone to the ear and say a name. */
const USUAL_PAUSE_MS = 500;

export interface Briefing {
  /** Says all of it unless aborted. */
  say(until: AbortSignal): Promise<boolean>;
  /** True if the person must press 1 to accept the caller; other keys decline. */
  readonly needsKey: boolean;
  /** From pick-up to the first word. */
  readonly pauseMs?: number | undefined;
  /** Audio from the person until the line ends. */
  heard(samples: Int16Array): void;
  /** Aborted when the briefing is no longer needed. */
  readonly signal: AbortSignal;
}

/**
 * Briefs a person about the caller's request.
 * @returns Why the person does not take the call; undefined on success.
 */
export async function brief(line: TransferLeg, briefing: Briefing): Promise<TransferFailure | undefined> {
  const { needsKey, pauseMs = USUAL_PAUSE_MS, signal } = briefing;
  const done = new AbortController();
  const until = AbortSignal.any([signal, done.signal]);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<TransferFailure | undefined>((resolve) => {
      line.media.listen({
        connected: () => undefined,
        callerFrame: ({ samples }) => briefing.heard(samples),
        callerKey: (key) => {
          if (needsKey) resolve(key === ACCEPTS ? undefined : 'rejected');
        },
        failed: () => line.hangUp(),
      });
      void line.over.then(() => resolve('rejected'));
      if (signal.aborted) resolve('call-ended');
      signal.addEventListener('abort', () => resolve('call-ended'), { once: true });
      const said = sleep(pauseMs, undefined, { signal: until })
        .catch(() => undefined)
        .then(() => briefing.say(until));
      void said.then(() => {
        if (needsKey) timer = setTimeout(() => resolve('no-answer'), KEY_PATIENCE_MS);
        else resolve(undefined);
      });
    });
  } finally {
    clearTimeout(timer);
    done.abort();
    // A key press interrupts the briefing.
    line.media.speech.clear();
  }
}
