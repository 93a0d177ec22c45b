import { type CallOptions, EarshotCall } from '@earshot/client';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type CallView, changed, NO_CALL } from './call-view.js';

export interface UseCall extends CallView {
  /** The call itself, for what is not here; undefined before the first one. */
  readonly call: EarshotCall | undefined;
  /** Makes a call, unless there is one. Never rejects: what goes wrong is in `error`. */
  start(): Promise<void>;
  hangUp(): void;
  mute(muted?: boolean): void;
  /** Call it in a click when `isSoundBlocked`. */
  resumePlayback(): Promise<void>;
}

/**
 * Calls to an agent, one at a time. A component that goes away hangs up. Options count when a call starts; they need
 * not be the same object each time.
 */
export function useCall(options: CallOptions): UseCall {
  const [view, change] = useReducer(changed, NO_CALL);
  const [call, setCall] = useState<EarshotCall>();
  const current = useRef<EarshotCall>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useWhenGone(() => current.current?.hangUp());

  const start = useCallback(async () => {
    if (current.current && current.current.state !== 'ended') return;
    const made = new EarshotCall(latest.current);
    current.current = made;
    setCall(made);
    change({ kind: 'begin' });
    made.on('state', (state) => change({ kind: 'state', state }));
    made.on('agent', (agent) => change({ kind: 'agent', agent }));
    made.on('transcript', (turn) => change({ kind: 'turn', turn }));
    made.on('error', (error) => change({ kind: 'error', error }));
    made.on('ended', (end) => change({ kind: 'end', end }));
    await made.start().catch(() => undefined);
  }, []);
  const hangUp = useCallback(() => current.current?.hangUp(), []);
  const mute = useCallback((muted = true) => {
    current.current?.mute(muted);
    change({ kind: 'muted', muted });
  }, []);
  const resumePlayback = useCallback(async () => {
    await current.current?.resumePlayback();
    change({ kind: 'sound' });
  }, []);
  return useMemo(
    () => ({ ...view, call, start, hangUp, mute, resumePlayback }),
    [view, call, start, hangUp, mute, resumePlayback],
  );
}

/**
 * Calls `gone` when its component has gone for good. React's strict mode takes each component away and puts it back at
 * once, which may be after the first click.
 */
function useWhenGone(gone: () => void): void {
  const isThere = useRef(false);
  const latest = useRef(gone);
  useEffect(() => {
    latest.current = gone;
  });
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      queueMicrotask(() => {
        if (!isThere.current) latest.current();
      });
    };
  }, []);
}

const SILENCE = { caller: 0, agent: 0 };

/** How loud both sides are, from 0 to 1, ten times a second; zeros without a call. For a component of its own. */
export function useLevels(call: EarshotCall | undefined): {
  readonly caller: number;
  readonly agent: number;
} {
  const [levels, setLevels] = useState(SILENCE);
  useEffect(() => {
    const unheard = [call?.on('levels', setLevels), call?.on('ended', () => setLevels(SILENCE))];
    return () => unheard.forEach((stop) => stop?.());
  }, [call]);
  return levels;
}
