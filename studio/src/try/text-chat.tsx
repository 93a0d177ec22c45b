import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, type Schemas, take } from '../api/client.js';
import { valuesOf } from '../live/given-values.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { TextArea, TextInput } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import type { Target } from './live-call.js';
import type { Entry } from './timeline.js';
import { Timeline } from './timeline-view.js';
import { type Answers, givenAnswers, ToolAnswers } from './tool-answers.js';
import { VariablesNow } from './variables-now.js';

type Answer = Schemas['DebugChat'];

interface Props {
  readonly agentId: string;
  readonly target: Target;
  /** Names of the tools that send requests. */
  readonly tools: readonly string[];
  readonly prepare: () => Promise<void>;
  /** Among the details. */
  readonly children: ReactNode;
}

/** Values given at the start, and mocked tool answers with each message. */
interface Brought {
  readonly given: string;
  readonly answers: Answers;
}

/** The conversation so far, and its next turn. */
function useChat({ agentId, target, tools, prepare }: Omit<Props, 'children'>, { given, answers }: Brought) {
  const [chatId, setChatId] = useState<string>();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [variables, setVariables] = useState<Answer['metadata']['variables']>([]);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [hasEnded, setEnded] = useState(false);

  /** @returns whether it was answered. */
  const ask = async (message: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      if (chatId === undefined) await prepare();
      const toolAnswers = givenAnswers(tools, answers);
      const begun = { clientEnv: target, message, variables: valuesOf(given.split('\n')), toolAnswers };
      const answer = await send(agentId, chatId, begun);
      setChatId(answer.conversationId);
      setEntries((all) => [...all, ...entriesOf(answer, all.length)]);
      setVariables(answer.metadata.variables);
      setEnded(answer.conversationEnded);
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const restart = () => {
    setChatId(undefined);
    setEntries([]);
    setVariables([]);
    setEnded(false);
  };
  return { entries, variables, problem, isBusy, hasEnded, ask, restart };
}

/** A text conversation: the same engine, tools and knowledge as in a call. */
export function TextChat(props: Props) {
  const [given, setGiven] = useState('');
  const [answers, setAnswers] = useState<Answers>({});
  const chat = useChat(props, { given, answers });
  const { entries, variables, problem, isBusy, hasEnded, ask, restart } = chat;
  return (
    <div className="stack">
      <div className="try-fold stack">
        {entries.length === 0 && <GivenValues given={given} onGiven={setGiven} />}
        <Timeline
          entries={entries}
          empty="Write what a caller would say. Tools are really called, but for those that you answer for."
        />
      </div>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {hasEnded ? (
        <p className="soft small">The agent has ended the conversation.</p>
      ) : (
        <MessageForm isBusy={isBusy} onMessage={ask} />
      )}
      <div className="try-fold stack">
        <ToolAnswers names={props.tools} answers={answers} onAnswers={setAnswers} />
        <VariablesNow variables={variables} />
        <details className="more-options">
          <summary>Version</summary>
          {props.children}
        </details>
        {entries.length > 0 && (
          <div className="row">
            <Button small icon="refresh" onClick={restart}>
              Begin again
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface GivenProps {
  readonly given: string;
  readonly onGiven: (given: string) => void;
}

/** Values of a token or call request: `{{call.NAME}}`. */
function GivenValues({ given, onGiven }: GivenProps) {
  return (
    <details className="more-options">
      <summary>What the call brings along</summary>
      <Field label="Values" hint="One a line, for {{call.NAME}} in its texts.">
        {(ids) => <TextArea {...ids} rows={2} placeholder="name=Ada" value={given} onValue={onGiven} />}
      </Field>
    </details>
  );
}

/** Keeps the input until it is answered. */
export function MessageForm(props: {
  readonly isBusy: boolean;
  readonly onMessage: (message: string) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void props.onMessage(text.trim()).then((isAnswered) => isAnswered && setText(''));
  };
  return (
    <form className="row" onSubmit={submit}>
      <TextInput aria-label="Message" placeholder="What a caller says" value={text} onValue={setText} />
      <Button look="primary" type="submit" busy={props.isBusy}>
        Send
      </Button>
    </form>
  );
}

function send(
  agentId: string,
  chatId: string | undefined,
  body: Schemas['BeginDebugChat'] & { message: string },
) {
  if (chatId === undefined) {
    const params = { path: { agentId } };
    return take(api.POST('/v1/agents/{agentId}/debug-chat', { params, body, parseAs: 'json' })).then(whole);
  }
  const params = { path: { agentId, chatId } };
  const answer = api.POST('/v1/agents/{agentId}/debug-chat/{chatId}', {
    params,
    body: { message: body.message, toolAnswers: body.toolAnswers },
    parseAs: 'json',
  });
  return take(answer).then(whole);
}

/** When JSON is requested, the server returns no event stream. */
function whole(answer: Answer | string): Answer {
  if (typeof answer === 'string') throw new Error('A stream came where JSON was asked for');
  return answer;
}

/** Entries that an answer adds to the conversation. */
function entriesOf({ userInput, response, metadata }: Answer, before: number): Entry[] {
  const said = (speaker: 'caller' | 'agent', text: string, more: object = {}): Entry[] => {
    if (text === '') return [];
    const id = `turn ${before} ${speaker} ${text.length}`;
    return [
      { kind: 'turn', id, turn: { speaker, turnId: id, text, final: true, interrupted: false }, ...more },
    ];
  };
  const tools = metadata.functionEvents.map((event, index): Entry => {
    const id = `tool ${before} ${index}`;
    const { name, output, outcome, durationMs } = event;
    const written = { arguments: JSON.stringify(event.arguments), answer: output ?? '', code: '' };
    const tool = {
      callId: id,
      name,
      undoes: '',
      outcome: outcome ?? '',
      durationMs: durationMs ?? undefined,
      ...written,
    };
    return { kind: 'tool', id, tool };
  });
  const topics = metadata.retrievedTopics.map(({ title, name }) => title || name);
  const latency = { heardMs: metadata.durationMs };
  return [
    ...(before === 0 ? said('agent', metadata.greeting) : []),
    ...said('caller', userInput),
    ...tools,
    ...said('agent', response, { topics, latency }),
  ];
}
