import {
  CallButton,
  CallProblem,
  CallProvider,
  CallStatus,
  HangUpButton,
  MuteButton,
  PlayButton,
  Transcript,
  useCallContext,
  useLevels,
} from '@earshot/react';

const authToken = async () => (await fetch('/call-token', { method: 'POST' })).json();

const WORDS = {
  idle: 'Press “Call” and speak.',
  starting: 'Allow the microphone, please.',
  connecting: 'Connecting …',
  reconnecting: 'The connection is bad. Reconnecting …',
  listening: 'Listening',
  thinking: 'Thinking …',
  speaking: 'Speaking',
  ended: 'The call has ended.',
};

export function App({ url }: { readonly url: string }) {
  return (
    <CallProvider options={{ signalingUrl: url, authToken }}>
      <main>
        <h1>Talk to our agent</h1>
        <Levels />
        <CallStatus className="status" words={WORDS} />
        <div className="buttons">
          <CallButton className="call" />
          <MuteButton />
          <HangUpButton className="hang-up" />
          <PlayButton />
        </div>
        <CallProblem className="problem" />
        <Transcript
          className="transcript"
          aria-label="Transcript"
          renderTurn={({ speaker, text }) => (
            <p className={speaker}>
              <b>{speaker === 'agent' ? 'Agent' : 'You'}</b>
              {text}
            </p>
          )}
        />
      </main>
    </CallProvider>
  );
}

const BARS = [0.45, 0.75, 1, 0.75, 0.45];

/** A component of its own, because it renders ten times a second. */
function Levels() {
  const { caller, agent } = useLevels(useCallContext().call);
  const level = Math.max(caller, agent);
  return (
    <div className={agent >= caller ? 'levels agent' : 'levels'} aria-hidden="true">
      {BARS.map((share, index) => (
        <i key={index} style={{ height: `${8 + level * share * 72}px` }} />
      ))}
    </div>
  );
}
