import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { Problem } from '../api/problem.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextArea, TextInput } from '../ui/inputs.js';
import { Badge } from '../ui/surfaces.js';
import { capitalised, formatMs } from '../ui/words.js';
import { useDraftAtHand } from './draft-context.js';
import { isObject, type Json, type JsonObject, objectOf, stringOf } from './json.js';
import { wordsOf } from './names.js';
import { exampleArguments, type Parameter, parametersIn, valueAs } from './tool-parameters.js';

/** A button that calls a tool as a model would. */
export function TryTool({ tool, label = 'Try' }: { readonly tool: Json; readonly label?: string }) {
  const { isReadOnly } = useDraftAtHand();
  const [isOpen, setOpen] = useState(false);
  const name = stringOf(objectOf(tool).name);
  if (isReadOnly || name === '') return null;
  return (
    <>
      <Button small icon="play" aria-label={`${label} ${name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <TryDialog name={name} tool={tool} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Props {
  readonly name: string;
  readonly tool: Json;
  readonly onClose: () => void;
}

function TryDialog({ name, tool, onClose }: Props) {
  const { agentId, flush } = useDraftAtHand();
  const parameters = parametersIn(objectOf(tool).parameters);
  const [text, setText] = useState(() => JSON.stringify(exampleArguments(parameters ?? []), null, 2));
  const call = useAction(
    async () => {
      const body = { tool: name, arguments: argumentsIn(text) };
      await flush();
      return take(api.POST('/v1/agents/{agentId}/tool-trials', { params: { path: { agentId } }, body }));
    },
    { quiet: true },
  );
  return (
    <Dialog
      title={`Try ${name}`}
      lead="The request is really made, with the secrets of your account. What it does is real, too."
      wide
      onClose={onClose}
    >
      <Form error={call.error} onSubmit={() => call.mutate(undefined)}>
        <Arguments parameters={parameters} text={text} onText={setText} />
        <RequestPreview tool={tool} text={text} />
        {call.data && <Result result={call.data} />}
        <FormFoot
          action="Send the request"
          cancel="Close"
          icon="play"
          isBusy={call.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}

interface ArgumentsProps {
  readonly parameters: readonly Parameter[] | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** What a model would pass: a field for each row of the tool, or JSON. */
function Arguments({ parameters, text, onText }: ArgumentsProps) {
  const given = readArguments(text);
  if (!parameters || !given)
    return (
      <Field label="Arguments" hint="As a model would write them, in JSON.">
        {(ids) => (
          <TextArea {...ids} className="mono" rows={5} spellCheck={false} value={text} onValue={onText} />
        )}
      </Field>
    );
  const set = (name: string, value: Json) => onText(JSON.stringify({ ...given, [name]: value }, null, 2));
  return (
    <div className="two">
      {parameters.map(({ name, kind, description }) => (
        <Field key={name} label={capitalised(wordsOf(name))} hint={description}>
          {(ids) => (
            <TextInput
              {...ids}
              value={textOf(given[name])}
              onValue={(typed) => set(name, valueAs(kind, typed))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** The request as it will be sent, but for the values of the call and secrets. */
function RequestPreview({ tool, text }: { readonly tool: Json; readonly text: string }) {
  const { method, url, body } = objectOf(objectOf(tool).http);
  const given = readArguments(text) ?? {};
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = inQuery ? Object.entries(given).map(([name, value]) => `${name}=${textOf(value)}`) : [];
  const address = [stringOf(url), query.join('&')]
    .filter(Boolean)
    .join(stringOf(url).includes('?') ? '&' : '?');
  return (
    <div>
      <span className="small soft">Request</span>
      <pre className="code-box" tabIndex={0} aria-label="Request">
        {stringOf(method)} {address}
        {!inQuery && `\n\n${JSON.stringify({ ...given, ...objectOf(body) }, null, 2)}`}
      </pre>
    </div>
  );
}

function Result({ result }: { readonly result: Schemas['ToolTrial'] }) {
  const { outcome, code, answer, status, durationMs } = result;
  return (
    <div className="stack-tight" role="status" aria-label="What came of it">
      <span className="small soft">Response</span>
      <p className="row">
        <Badge tone={outcome === 'ok' ? 'good' : 'danger'}>
          {outcome === 'ok' ? 'It worked' : 'It failed'}
        </Badge>
        {code !== null && <code>{code}</code>}
        <span className="soft small numeric">
          {status === null ? '' : `HTTP ${status}, `}
          {formatMs(durationMs)}
        </span>
      </p>
      <pre className="code-box" tabIndex={0}>
        {answer}
      </pre>
      {code === 'TOOL_UNREACHABLE' && answer.includes('private network') && (
        <p className="soft small">
          Who runs this server can allow it: <code>ALLOW_PRIVATE_NETWORKS=tools</code>.
        </p>
      )}
    </div>
  );
}

function readArguments(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function argumentsIn(text: string): Record<string, unknown> {
  const given = readArguments(text);
  if (given) return { ...given };
  throw new Problem('The arguments are no JSON object.', 'Write them as { "name": value }.');
}
