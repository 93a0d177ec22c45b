import { type CallOptions, EarshotCall } from '@earshot/client';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type CallView, changed, NO_CALL } from './call-view.js';

export interface UseCall extends CallView {
  /** The underlying call, for anything not exposed here; undefined before the first one. */
  readonly call: EarshotCall | undefined;
  /** Makes a call, unless there is one. Never rejects: failures are in `error`. */
  start(): Promise<void>;
  hangUp(): void;
  mute(muted?: boolean): void;
  /** Call it in a click when `isSoundBlocked`. */
  resumePlayback(): Promise<void>;
}

/**
 * Calls to an agent, one at a time. Unmounting the component hangs up. Options are read when a call starts; their
 * identity may change between renders.
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
 * Calls `gone` when its component has been unmounted for good. React's strict mode unmounts and remounts each component
 * immediately, possibly after the first click.
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

/**
 * Levels of both sides, from 0 to 1, ten times a second; zeros without a call. Use it in a component of its own, which
 * rerenders as often.
 */
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
