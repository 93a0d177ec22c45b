import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AgentMode } from '../../../client/src/index.js';
import { Button } from '../ui/button.js';
import { Segments } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import { formatDuration } from '../ui/words.js';
import { ConnectionCheck } from './connection-check.js';
import { Level } from './level.js';
import type { Target } from './live-call.js';
import { settingsQuery } from './settings.js';
import { type CallView, StudioCall } from './studio-call.js';
import { Timeline } from './timeline-view.js';

interface Props {
  readonly agentId: string;
  readonly target: Target;
  readonly prepare: () => Promise<void>;
}

/** `default`: no mode is named, as in calls of the widget. */
type Mode = AgentMode | 'default';

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'default', label: 'As callers' },
  { value: 'traditional', label: 'Traditional' },
  { value: 'end-to-end', label: 'End-to-end' },
];

/** A voice call: state, levels and transcript while it runs, and connection figures. */
export function VoiceCall({ agentId, target, prepare }: Props) {
  const [session] = useState(() => new StudioCall());
  const view = useSyncExternalStore(session.subscribe, session.snapshot);
  const [mode, setMode] = useState<Mode>('default');
  const [audio, setAudio] = useState<AudioContext>();
  const [isTesting, setTesting] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  useHangUpWithPage(session);
  const inCall = view.state !== 'idle' && view.state !== 'ended';
  const choice = { agentId, target, ...(mode !== 'default' && { mode }) };
  const toggle = () => {
    // Created within the click: browsers block audio without a user gesture.
    const context = audio ?? new AudioContext();
    void context.resume();
    setAudio(context);
    session.toggle(choice, prepare);
  };
  const modes = settings?.echoAllowed === true ? [...MODES, ECHO] : MODES;
  return (
    <div className="stack" data-call={view.state}>
      <div className="try-fold">
        <Segments label="Mode" value={mode} options={modes} disabled={inCall} onValue={setMode} />
      </div>
      <CallButtons view={view} inCall={inCall} disabled={isTesting} onToggle={toggle} session={session} />
      <CallStatus view={view} />
      {view.problem !== undefined && <ProblemNotice error={view.problem} />}
      <div className="levels try-fold">
        <Level name="You" context={audio} stream={view.own} />
        <Level name="Agent" context={audio} stream={view.agent} />
      </div>
      <div className="try-fold stack">
        <Timeline
          entries={view.timeline}
          empty="What you and the agent say will appear here, with where the time of each answer went."
        />
        <ConnectionCheck choice={choice} call={view.call} disabled={inCall} onBusy={setTesting} />
      </div>
    </div>
  );
}

const ECHO = { value: 'echo', label: 'Echo' } as const;

/** A call must not continue after its page is closed. */
export function useHangUpWithPage(session: StudioCall): void {
  useEffect(() => {
    const hangUp = () => session.hangUp();
    window.addEventListener('pagehide', hangUp);
    return () => {
      window.removeEventListener('pagehide', hangUp);
      hangUp();
    };
  }, [session]);
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
        className="grow"
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
  <div className="row row-between">
    <p className="small" role="status" aria-label="State of the call">
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
