import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

const nowInSteps = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

/** The time, to ten seconds. What is shown of it stays right while the page is open. */
export const useNowMs = (): number => useSyncExternalStore(watch, nowInSteps);
