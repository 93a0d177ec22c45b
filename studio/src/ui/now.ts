import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

const nowInSteps = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

/** Midnight at this browser, as the API takes times. */
export const startOfToday = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

/** The current time in steps of ten seconds, so that relative times stay right while the page is open. */
export const useNowMs = (): number => useSyncExternalStore(watch, nowInSteps);
