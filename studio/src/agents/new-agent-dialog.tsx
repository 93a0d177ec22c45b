import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, once, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import { agentsKey, readDraft } from './queries.js';
import { type Template, TEMPLATES } from './templates.js';

/** Makes the agent, and puts the template into its draft. @returns its id. */
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

export function NewAgentDialog({ onClose }: { readonly onClose: () => void }) {
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [template, setTemplate] = useState<Template>();
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!template) return;
    setBusy(true);
    createFrom(accountId, name.trim() || template.name, template).then(
      async (agentId) => {
        await queries.invalidateQueries({ queryKey: agentsKey });
        await navigate({ to: '/agents/$agentId', params: { agentId } });
      },
      (cause: unknown) => {
        setError(cause);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog
      title="New agent"
      lead="Begin with what comes nearest. Everything can be changed afterwards."
      wide
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <TemplateChoice chosen={template} onChoose={setTemplate} />
        <Field label="Name">
          {(ids) => (
            <TextInput
              {...ids}
              value={name}
              maxLength={100}
              placeholder={template?.name ?? 'Front desk'}
              onValue={setName}
            />
          )}
        </Field>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row row-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy} disabled={!template}>
            Create agent
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TemplateChoice(props: {
  readonly chosen: Template | undefined;
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
