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

export function App({ url }: { readonly url: string }) {
  return (
    <CallProvider options={{ signalingUrl: url, authToken }}>
      <h1>Talk to our agent</h1>
      <CallButton />
      <MuteButton />
      <HangUpButton />
      <PlayButton />
      <p>
        <CallStatus words={{ idle: 'Press “Call” and speak.', ended: 'The call has ended.' }} />
      </p>
      <Level />
      <CallProblem />
      <Transcript />
    </CallProvider>
  );
}

function Level() {
  const { caller, agent } = useLevels(useCallContext().call);
  return <meter max={1} value={Math.max(caller, agent)} aria-label="Level" />;
}
