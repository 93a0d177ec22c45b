import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { isObject, type Json, type JsonObject } from '../editor/json.js';
import { JsonText } from '../editor/json-text.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { optionsOf, Segments } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Card, Empty } from '../ui/surfaces.js';

type Config = Schemas['RealTimeConfig'];
type Editing = 'variables' | 'schema';

const configsKey = (agentId: string) => ['real-time-configs', agentId] as const;

/** Values that change without a publish: `{{config.*}}` from the next call on. */
export function RealTimeConfigs({ agentId }: { readonly agentId: string }) {
  const [environment, setEnvironment] = useState<Environment>('live');
  const [editing, setEditing] = useState<Editing>();
  const config = useConfig(agentId, environment);
  return (
    <Card title="Values that change without a publish" actions={<EditButtons onEdit={setEditing} />}>
      <div className="stack">
        <Segments
          label="Environment of the values"
          value={environment}
          options={optionsOf(ENVIRONMENTS)}
          onValue={setEnvironment}
        />
        <Loaded query={config} lines={2}>
          {(data) => (
            <>
              <Values config={data} />
              {editing && (
                <EditConfig
                  agentId={agentId}
                  config={data}
                  what={editing}
                  onClose={() => setEditing(undefined)}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  );
}

const useConfig = (agentId: string, environment: Environment) =>
  useQuery({
    queryKey: [...configsKey(agentId), environment],
    queryFn: () =>
      take(
        api.GET('/v1/agents/{agentId}/real-time-configs/{clientEnv}', {
          params: { path: { agentId, clientEnv: environment } },
        }),
      ),
  });

function EditButtons({ onEdit }: { readonly onEdit: (what: Editing) => void }) {
  const { can } = useAccount();
  if (!can('agents:write')) return null;
  return (
    <>
      <Button small onClick={() => onEdit('variables')}>
        Change values
      </Button>
      <Button small look="quiet" onClick={() => onEdit('schema')}>
        Allowed values
      </Button>
    </>
  );
}

function Values({ config: { variables, clientEnv } }: { readonly config: Config }) {
  const names = Object.keys(variables);
  if (names.length === 0)
    return (
      <Empty icon="gear" title={`No values in ${clientEnv}`}>
        A prompt reads them as {'{{config.name}}'}: opening hours of today, a warning, a price. The next call
        has what is saved here.
      </Empty>
    );
  return (
    <dl className="facts">
      {names.map((name) => (
        <div key={name}>
          <dt>
            <code>{`{{config.${name}}}`}</code>
          </dt>
          <dd>{typeof variables[name] === 'string' ? variables[name] : JSON.stringify(variables[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The merge patch between two objects: removed fields are null (RFC 7396). */
const patchOf = (before: Config['variables'], after: JsonObject): Config['variables'] => ({
  ...Object.fromEntries(
    Object.keys(before)
      .filter((name) => !(name in after))
      .map((name) => [name, null]),
  ),
  ...after,
});

/** Parsed from JSON, so it is JSON. */
const jsonOf = (value: Config['variables']): Json => JSON.parse(JSON.stringify(value)) as Json;

interface EditConfigProps {
  readonly agentId: string;
  readonly config: Config;
  readonly what: Editing;
  readonly onClose: () => void;
}

function useSave({ agentId, config: { clientEnv, variables }, what }: EditConfigProps) {
  const params = { path: { agentId, clientEnv } };
  return useAction(
    async (wanted: JsonObject) => {
      if (what === 'schema') {
        const body = { schema: wanted };
        return take(api.PUT('/v1/agents/{agentId}/real-time-configs/{clientEnv}/schema', { params, body }));
      }
      const body = { variables: patchOf(variables, wanted) };
      return take(
        api.PATCH('/v1/agents/{agentId}/real-time-configs/{clientEnv}/variables', { params, body }),
      );
    },
    { changes: [configsKey(agentId)], said: 'The next call has it.', quiet: true },
  );
}

function EditConfig(props: EditConfigProps) {
  const { config, what, onClose } = props;
  const [first] = useState<Json | undefined>(() => jsonOf(config[what]));
  const [value, setValue] = useState(first);
  const save = useSave(props);
  return (
    <Dialog
      title={what === 'schema' ? 'Allowed values' : `Values of ${config.clientEnv}`}
      lead={
        what === 'schema'
          ? 'A JSON schema that the values must fit. An empty one allows all.'
          : 'As JSON. Calls that begin from now on have them; those that run keep theirs.'
      }
      wide
      unsaved={value !== first}
      onClose={onClose}
    >
      <Form
        error={save.error}
        onSubmit={() => save.mutate(isObject(value) ? value : {}, { onSuccess: onClose })}
      >
        <JsonText label={what === 'schema' ? 'JSON schema' : 'Values'} value={value} onValue={setValue} />
        <FormFoot action="Save" isBusy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
