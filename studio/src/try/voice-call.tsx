import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { AgentMode } from '../../../client/src/index.js';
import type { JsonObject } from '../editor/json.js';
import { FormCard } from '../talk/form-card.js';
import { fieldsOf } from '../talk/form-fields.js';
import { isInCall, moodOf } from '../talk/mood.js';
import { Orb } from '../talk/orb.js';
import { Button } from '../ui/button.js';
import { Segments } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import { formatDuration } from '../ui/words.js';
import { ConnectionCheck } from './connection-check.js';
import { Level } from './level.js';
import type { CallChoice, Target } from './live-call.js';
import { settingsQuery } from '../api/studio-settings.js';
import { type CallView, StudioCall } from './studio-call.js';
import { MessageForm } from './text-chat.js';
import { Timeline } from './timeline-view.js';

interface Props {
  readonly agentId: string;
  readonly target: Target;
  readonly documentNow: () => JsonObject;
  readonly prepare: () => Promise<void>;
  /** Among the details. */
  readonly children: ReactNode;
}

/** `default`: no mode is named, as in calls of the widget. */
type Mode = AgentMode | 'default';

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'default', label: 'As callers' },
  { value: 'traditional', label: 'Traditional' },
  { value: 'end-to-end', label: 'End-to-end' },
];

/** A voice call: state, levels and transcript while it runs, and connection figures. */
export function VoiceCall({ agentId, target, documentNow, prepare, children }: Props) {
  const call = useStudioCall();
  const { view, audio } = call;
  const [mode, setMode] = useState<Mode>('default');
  const [isTesting, setTesting] = useState(false);
  const inCall = isInCall(view);
  const choice = { agentId, target, ...(mode !== 'default' && { mode }) };
  return (
    <div className="stack" data-call={view.state}>
      <CallStage call={call} disabled={isTesting} onToggle={() => call.toggle(choice, prepare)} />
      {view.problem !== undefined && <ProblemNotice error={view.problem} />}
      <div className="try-fold stack">
        <Timeline
          entries={view.timeline}
          empty="Press Call and speak. Both sides appear here, with where the time of each answer went."
        />
        {view.state === 'connected' && (
          <MessageForm isBusy={false} onMessage={(text) => sendText(view, text)} />
        )}
        {view.form && <FormCard form={view.form} fields={fieldsOf(documentNow(), view.form)} />}
        <CallDetails
          view={view}
          mode={mode}
          choice={choice}
          audio={audio}
          disabled={inCall}
          onMode={setMode}
          onTesting={setTesting}
        >
          {children}
        </CallDetails>
      </div>
    </div>
  );
}

interface DetailsProps {
  readonly view: CallView;
  readonly mode: Mode;
  readonly choice: CallChoice;
  readonly audio: AudioContext | undefined;
  readonly disabled: boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onTesting: (isTesting: boolean) => void;
  readonly children: ReactNode;
}

/** What few calls need: the version, the mode, and figures of the connection. */
function CallDetails({ view, mode, choice, audio, disabled, onMode, onTesting, children }: DetailsProps) {
  const { data: settings } = useQuery(settingsQuery);
  const modes = settings?.echoAllowed === true ? [...MODES, ECHO] : MODES;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="more-options" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Version and connection</summary>
      <div className="stack">
        {children}
        <Segments label="Mode" value={mode} options={modes} disabled={disabled} onValue={onMode} />
        {isOpen && (
          <div className="levels">
            <Level name="You" context={audio} stream={view.own} />
            <Level name="Agent" context={audio} stream={view.agent} />
          </div>
        )}
        <ConnectionCheck choice={choice} call={view.call} disabled={disabled} onBusy={onTesting} />
      </div>
    </details>
  );
}

const ECHO = { value: 'echo', label: 'Echo' } as const;

/** The page's call, and the audio context in which its sides are measured. */
export function useStudioCall() {
  const [session] = useState(() => new StudioCall());
  const view = useSyncExternalStore(session.subscribe, session.snapshot);
  const [audio, setAudio] = useState<AudioContext>();
  useHangUpWithPage(session);
  const toggle = (choice: CallChoice, prepare: () => Promise<void>) => {
    // Created within the click: browsers block audio without a user gesture.
    const context = audio ?? new AudioContext();
    void context.resume();
    setAudio(context);
    session.toggle(choice, prepare);
  };
  return { session, view, audio, toggle };
}

/** A call must not continue after its page is closed. */
function useHangUpWithPage(session: StudioCall): void {
  useEffect(() => {
    const hangUp = () => session.hangUp();
    window.addEventListener('pagehide', hangUp);
    return () => {
      window.removeEventListener('pagehide', hangUp);
      hangUp();
    };
  }, [session]);
}

/** @returns that it was sent. */
function sendText({ call }: CallView, text: string): Promise<boolean> {
  call?.sendText(text);
  return Promise.resolve(true);
}

interface StageProps {
  readonly call: ReturnType<typeof useStudioCall>;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

/** The agent, the state of the call, and its buttons. */
function CallStage({ call: { session, view, audio }, disabled, onToggle }: StageProps) {
  return (
    <div className="call-stage">
      <Orb mood={moodOf(view)} context={audio} own={view.own} agent={view.agent} />
      <CallStatus view={view} />
      <CallButtons {...{ session, view, disabled, onToggle }} inCall={isInCall(view)} />
    </div>
  );
}

function CallButtons(props: {
  readonly view: CallView;
  readonly inCall: boolean;
  readonly disabled: boolean;
  readonly session: StudioCall;
  readonly onToggle: () => void;
}) {
  const { view, inCall, session } = props;
  return (
    <div className="row">
      <Button
        id="call"
        look={inCall ? 'danger' : 'primary'}
        icon={inCall ? 'hangUp' : 'phone'}
        disabled={props.disabled}
        onClick={props.onToggle}
      >
        {inCall ? 'Hang up' : 'Call'}
      </Button>
      <Button icon="mic" aria-pressed={view.isMuted} disabled={!inCall} onClick={() => session.toggleMute()}>
        {view.isMuted ? 'Unmute' : 'Mute'}
      </Button>
    </div>
  );
}

const CallStatus = ({ view }: { readonly view: CallView }) => (
  <div className="call-state">
    <p role="status" aria-label="State of the call">
      {view.words}
    </p>
    <CallDuration view={view} />
  </div>
);

/** Duration of the running or ended call. */
export function CallDuration({ view: { connectedAtMs, call } }: { readonly view: CallView }) {
  const [nowMs, setNow] = useState(0);
  useEffect(() => {
    if (connectedAtMs === undefined || !call) return;
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [connectedAtMs, call]);
  if (connectedAtMs === undefined) return null;
  return (
    <span className="small numeric soft" aria-label="Duration">
      {formatDuration(Math.max(0, nowMs - connectedAtMs))}
    </span>
  );
}
