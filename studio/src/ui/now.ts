import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

const nowInSteps = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

/** The current time in steps of ten seconds, so that relative times stay right while the page is open. */
export const useNowMs = (): number => useSyncExternalStore(watch, nowInSteps);
