import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAction } from '../api/action.js';
import { conversationsKey } from '../conversations/queries.js';
import { Level } from '../try/level.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import { CallMonitor } from './call-monitor.js';

const changes = [conversationsKey];

/** Listens to a running call, instructs its agent, and speaks in its place. */
export function Supervise({ conversationId }: { readonly conversationId: string }) {
  const [monitor] = useState(() => new CallMonitor(conversationId));
  const [context, setContext] = useState<AudioContext>();
  const { state, sound, problem } = useSyncExternalStore(monitor.subscribe, monitor.snapshot);
  useEffect(() => () => monitor.stop(), [monitor]);
  useEffect(() => () => void context?.close(), [context]);
  const listen = () => {
    setContext((known) => known ?? new AudioContext());
    void monitor.listen();
  };
  const isOn = state === 'listening' || state === 'speaking';
  return (
    <div className="stack">
      {isOn && <Level name="Call" context={context} stream={sound} />}
      <div className="row row-wrap">
        {isOn ? (
          <Button icon="stop" onClick={() => monitor.stop()}>
            Stop listening
          </Button>
        ) : (
          <Button icon="play" busy={state === 'connecting'} onClick={listen}>
            Listen
          </Button>
        )}
        {state === 'listening' && <TakeOver monitor={monitor} />}
      </div>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {state === 'listening' && <Whisper monitor={monitor} />}
      {state === 'speaking' && <GiveBack monitor={monitor} />}
    </div>
  );
}

interface MonitorProps {
  readonly monitor: CallMonitor;
}

function TakeOver({ monitor }: MonitorProps) {
  const takeOver = useAction(() => monitor.takeOver(), { changes });
  return (
    <Button look="primary" icon="mic" busy={takeOver.isPending} onClick={() => takeOver.mutate(undefined)}>
      Take over
    </Button>
  );
}

const Whisper = ({ monitor }: MonitorProps) => (
  <Words
    label="Whisper to the agent"
    hint="It follows this from its next answer on. The caller hears nothing of it."
    action="Whisper"
    onSend={(text) => monitor.whisper(text)}
  />
);

const GiveBack = ({ monitor }: MonitorProps) => (
  <Words
    label="Note for the agent"
    hint="The caller hears you, and the agent is silent until you give the call back."
    action="Give back"
    isOptional
    onSend={(note) => monitor.giveBack(note)}
  />
);

interface WordsProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  readonly isOptional?: boolean;
  readonly onSend: (text: string) => Promise<void>;
}

function Words({ label, hint, action, isOptional = false, onSend }: WordsProps) {
  const [text, setText] = useState('');
  const send = useAction(() => onSend(text.trim()), { changes });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined, { onSuccess: () => setText('') });
      }}
    >
      <Field label={label} hint={hint}>
        {(ids) => (
          <TextInput {...ids} value={text} maxLength={1_000} required={!isOptional} onValue={setText} />
        )}
      </Field>
      <div className="row">
        <Button type="submit" busy={send.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
