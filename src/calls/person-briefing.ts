import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferFailure } from '../voice/call-control.js';
import type { PersonLine } from './person-line.js';

/** How long a person who was asked to may take to press a key. */
const KEY_PATIENCE_MS = 15_000;
const ACCEPTS = '1';
/** A person lifts the phone to the ear and says a name. */
const USUAL_PAUSE_MS = 500;

export interface Briefing {
  /** Says all of it, unless the signal is aborted before. */
  say(until: AbortSignal): Promise<boolean>;
  /** Whether the person has to press 1 to get the caller; other keys decline. */
  readonly needsKey: boolean;
  /** From picking up to the first word. */
  readonly pauseMs?: number | undefined;
  /** What the person says, from now on until the line is gone. */
  heard(samples: Int16Array): void;
  /** Aborted when nobody waits for the person any more. */
  readonly signal: AbortSignal;
}

/** Tells a person what the caller wants. @returns Why the person does not get the caller; undefined where it does. */
export async function brief(line: PersonLine, briefing: Briefing): Promise<TransferFailure | undefined> {
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
    // A key may cut the rest off.
    line.media.speech.clear();
  }
}
