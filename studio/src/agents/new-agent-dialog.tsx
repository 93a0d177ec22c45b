import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextInput } from '../ui/inputs.js';
import { agentsKey, readDraft } from './queries.js';
import { type Template, TEMPLATES } from './templates.js';

/** Creates an agent with the template as its draft. @returns its id. */
async function createFrom(accountId: string, name: string, { document }: Template): Promise<string> {
  const params = { path: { accountId }, header: once() };
  const { agentId } = await take(api.POST('/v1/accounts/{accountId}/agents', { params, body: { name } }));
  const { revision } = await readDraft(agentId);
  await take(
    api.PUT('/v1/agents/{agentId}/draft', {
      params: { path: { agentId } },
      body: { revision, document },
    }),
  );
  return agentId;
}

/** Creates an agent and opens its page. Stays busy until then, so that a double click creates only one. */
function useCreation() {
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAction(
    async ({ name, template }: { readonly name: string; readonly template: Template }) => {
      const agentId = await createFrom(accountId, name, template);
      await queries.invalidateQueries({ queryKey: agentsKey });
      await navigate({ to: '/agents/$agentId', params: { agentId } });
    },
    { quiet: true },
  );
}

const LABELS = { name: 'Name' } as const;

export function NewAgentDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreation();
  const [template, setTemplate] = useState<Template>(TEMPLATES[0]);
  const [name, setName] = useState('');
  const submit = () => create.mutate({ name: name.trim() || template.name, template });
  return (
    <Dialog
      title="New agent"
      lead="Begin with what comes nearest. Everything can be changed afterwards."
      wide
      unsaved={name !== ''}
      onClose={onClose}
    >
      <Form error={create.error} labels={LABELS} onSubmit={submit}>
        <TemplateChoice chosen={template} onChoose={setTemplate} />
        <Field label={LABELS.name} name="name">
          {(ids) => (
            <TextInput {...ids} value={name} maxLength={100} placeholder={template.name} onValue={setName} />
          )}
        </Field>
        <FormFoot action="Create agent" isBusy={create.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function TemplateChoice(props: {
  readonly chosen: Template;
  readonly onChoose: (template: Template) => void;
}) {
  return (
    <fieldset className="field">
      <legend>Template</legend>
      <div className="template-grid">
        {TEMPLATES.map((template) => (
          <label key={template.id} className="template">
            <input
              type="radio"
              name="template"
              checked={props.chosen === template}
              onChange={() => props.onChoose(template)}
            />
            <strong>{template.title}</strong>
            <span className="soft small">{template.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
