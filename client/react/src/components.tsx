import type { CallOptions, Transcript as Turn } from '@earshot/client';
import { type ComponentPropsWithoutRef, createContext, Fragment, type ReactNode, useContext } from 'react';
import { useCall, type UseCall } from './use-call.js';

const CallContext = createContext<UseCall | undefined>(undefined);

/** Provides one call to the components inside. */
export function CallProvider({
  options,
  children,
}: {
  readonly options: CallOptions;
  readonly children: ReactNode;
}) {
  return <CallContext.Provider value={useCall(options)}>{children}</CallContext.Provider>;
}

/** The call of the surrounding provider. @throws Error without one. */
export function useCallContext(): UseCall {
  const call = useContext(CallContext);
  if (!call) throw new Error('Put this component into a <CallProvider>.');
  return call;
}

const isCalling = ({ state }: UseCall): boolean => state !== 'idle' && state !== 'ended';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** Begins a call; hidden during a call. */
export function CallButton({ children = 'Call', ...props }: ButtonProps) {
  const call = useCallContext();
  if (isCalling(call)) return null;
  return (
    <button type="button" {...props} onClick={() => void call.start()}>
      {children}
    </button>
  );
}

/** Ends the call; hidden without a call. */
export function HangUpButton({ children = 'Hang up', ...props }: ButtonProps) {
  const call = useCallContext();
  if (!isCalling(call)) return null;
  return (
    <button type="button" {...props} onClick={() => call.hangUp()}>
      {children}
    </button>
  );
}

/** Mutes and unmutes the microphone; hidden without a call. */
export function MuteButton({ children, ...props }: ButtonProps) {
  const call = useCallContext();
  if (!isCalling(call)) return null;
  return (
    <button type="button" aria-pressed={call.muted} {...props} onClick={() => call.mute(!call.muted)}>
      {children ?? (call.muted ? 'Unmute' : 'Mute')}
    </button>
  );
}

/** Shown while autoplay is blocked until a user gesture. */
export function PlayButton({ children = 'Hear the agent', ...props }: ButtonProps) {
  const call = useCallContext();
  if (!call.isSoundBlocked) return null;
  return (
    <button type="button" {...props} onClick={() => void call.resumePlayback().catch(() => undefined)}>
      {children}
    </button>
  );
}

/** What both sides say. `renderTurn` renders one turn. */
export function Transcript({
  renderTurn = (turn: Turn) => (
    <p>
      <b>{turn.speaker === 'agent' ? 'Agent' : 'You'}</b> {turn.text}
    </p>
  ),
  ...props
}: ComponentPropsWithoutRef<'div'> & { readonly renderTurn?: (turn: Turn) => ReactNode }) {
  const { turns } = useCallContext();
  return (
    <div role="log" {...props}>
      {turns.map((turn) => (
        <Fragment key={turn.turnId}>{renderTurn(turn)}</Fragment>
      ))}
    </div>
  );
}

/** The state of the call and the agent as one word; `words` overrides them. */
export function CallStatus({
  words = {},
  ...props
}: ComponentPropsWithoutRef<'span'> & { readonly words?: Readonly<Record<string, string>> }) {
  const { state, agent } = useCallContext();
  const word = state === 'connected' ? (agent ?? state) : state;
  return (
    <span role="status" {...props}>
      {words[word] ?? word}
    </span>
  );
}

/** The error and what to do about it; hidden without an error. */
export function CallProblem(props: ComponentPropsWithoutRef<'p'>) {
  const { error } = useCallContext();
  if (!error) return null;
  return (
    <p role="alert" {...props}>
      {error.message} {error.advice}
    </p>
  );
}
