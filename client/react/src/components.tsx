import type { CallOptions, Transcript as Turn } from '@earshot/client';
import { type ComponentPropsWithoutRef, createContext, Fragment, type ReactNode, useContext } from 'react';
import { useCall, type UseCall } from './use-call.js';

const CallContext = createContext<UseCall | undefined>(undefined);

/** Gives one call to the components inside of it. */
export function CallProvider({
  options,
  children,
}: {
  readonly options: CallOptions;
  readonly children: ReactNode;
}) {
  return <CallContext.Provider value={useCall(options)}>{children}</CallContext.Provider>;
}

/** The call of the provider around. @throws Error where there is none. */
export function useCallContext(): UseCall {
  const call = useContext(CallContext);
  if (!call) throw new Error('Put this component into a <CallProvider>.');
  return call;
}

const isCalling = ({ state }: UseCall): boolean => state !== 'idle' && state !== 'ended';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** Begins a call; not there while there is one. */
export function CallButton({ children = 'Call', ...props }: ButtonProps) {
  const call = useCallContext();
  if (isCalling(call)) return null;
  return (
    <button type="button" {...props} onClick={() => void call.start()}>
      {children}
    </button>
  );
}

/** Ends the call; not there while there is none. */
export function HangUpButton({ children = 'Hang up', ...props }: ButtonProps) {
  const call = useCallContext();
  if (!isCalling(call)) return null;
  return (
    <button type="button" {...props} onClick={() => call.hangUp()}>
      {children}
    </button>
  );
}

/** Mutes and unmutes the microphone; not there while there is no call. */
export function MuteButton({ children, ...props }: ButtonProps) {
  const call = useCallContext();
  if (!isCalling(call)) return null;
  return (
    <button type="button" aria-pressed={call.muted} {...props} onClick={() => call.mute(!call.muted)}>
      {children ?? (call.muted ? 'Unmute' : 'Mute')}
    </button>
  );
}

/** There while the browser waits for a gesture before it plays the agent. */
export function PlayButton({ children = 'Hear the agent', ...props }: ButtonProps) {
  const call = useCallContext();
  if (!call.isSoundBlocked) return null;
  return (
    <button type="button" {...props} onClick={() => void call.resumePlayback().catch(() => undefined)}>
      {children}
    </button>
  );
}

/** What both sides say. `renderTurn` draws one turn. */
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

/** The state of the call and the agent as one word; `words` puts others in their place. */
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

/** What went wrong and what to do about it; not there while all is well. */
export function CallProblem(props: ComponentPropsWithoutRef<'p'>) {
  const { error } = useCallContext();
  if (!error) return null;
  return (
    <p role="alert" {...props}>
      {error.message} {error.advice}
    </p>
  );
}
