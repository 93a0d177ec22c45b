import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { Problem } from '../api/problem.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextArea } from '../ui/inputs.js';
import { Badge } from '../ui/surfaces.js';
import { formatMs } from '../ui/words.js';
import { useDraftAtHand } from './draft-context.js';
import { isList, isObject, type Json, objectOf, stringOf } from './json.js';

/** A button that calls a tool as a model would. */
export function TryTool({ tool }: { readonly tool: Json }) {
  const { isReadOnly } = useDraftAtHand();
  const [isOpen, setOpen] = useState(false);
  const name = stringOf(objectOf(tool).name);
  if (isReadOnly || name === '') return null;
  return (
    <div className="row">
      <Button small icon="play" onClick={() => setOpen(true)}>
        Try {name}
      </Button>
      {isOpen && <TryDialog name={name} tool={tool} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface Props {
  readonly name: string;
  readonly tool: Json;
  readonly onClose: () => void;
}

function TryDialog({ name, tool, onClose }: Props) {
  const { agentId, flush } = useDraftAtHand();
  const [text, setText] = useState(() => JSON.stringify(exampleOf(tool), null, 2));
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
        <Field label="Arguments" hint="As a model would write them, in JSON.">
          {(ids) => (
            <TextArea {...ids} className="mono" rows={5} spellCheck={false} value={text} onValue={setText} />
          )}
        </Field>
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

function Result({ result }: { readonly result: Schemas['ToolTrial'] }) {
  const { outcome, code, answer, status, durationMs } = result;
  return (
    <div className="stack-tight" role="status" aria-label="What came of it">
      <p className="row">
        <Badge tone={outcome === 'ok' ? 'good' : 'danger'}>{code ?? outcome}</Badge>
        <span className="soft small numeric">
          {status === null ? '' : `HTTP ${status}, `}
          {formatMs(durationMs)}
        </span>
      </p>
      <pre className="code-box" tabIndex={0}>
        {answer}
      </pre>
      {code === 'TOOL_UNREACHABLE' && (
        <p className="soft small">
          Nobody answers there, or the address is in a private network: the operator has to allow those
          (ALLOW_PRIVATE_NETWORKS=tools).
        </p>
      )}
    </div>
  );
}

/** Example values for the tool's declared arguments, to be edited. */
function exampleOf(tool: Json): Json {
  const properties = objectOf(objectOf(objectOf(tool).parameters).properties);
  const values: Readonly<Record<string, Json>> = {
    integer: 1,
    number: 1,
    boolean: true,
    array: [],
    object: {},
  };
  const valueOf = (schema: Json): Json => {
    const { enum: choices, type } = objectOf(schema);
    return (isList(choices) ? choices[0] : values[stringOf(type)]) ?? '';
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema ?? {})]),
  );
}

function argumentsIn(text: string): Record<string, unknown> {
  const problem = new Problem('The arguments are no JSON object.', 'Write them as { "name": value }.');
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (isObject(value)) return { ...value };
  } catch {
    throw problem;
  }
  throw problem;
}
