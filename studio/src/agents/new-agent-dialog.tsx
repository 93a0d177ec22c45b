import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextInput } from '../ui/inputs.js';
import { DescribeAgent, useHasModel } from './describe-agent.js';
import { described, nameIn, nearestTemplate } from './nearest-template.js';
import { agentsKey, readDraft } from './queries.js';
import { kept, type Reviewed, ReviewSuggestion } from './review-suggestion.js';
import { documentOf } from './suggested-document.js';
import { saveParts, type Suggestion } from './suggestion.js';
import { type Template, TEMPLATES } from './templates.js';

type AgentDocument = Schemas['AgentDocument'];

interface NewAgent {
  readonly name: string;
  readonly document: AgentDocument;
  /** What a model suggested besides. */
  readonly suggestion?: Suggestion;
}

/** Creates an agent with the document as its draft. @returns its id. */
async function createFrom(accountId: string, { name, document, suggestion }: NewAgent): Promise<string> {
  const params = { path: { accountId }, header: once() };
  const { agentId } = await take(api.POST('/v1/accounts/{accountId}/agents', { params, body: { name } }));
  const { revision } = await readDraft(agentId);
  await take(
    api.PUT('/v1/agents/{agentId}/draft', {
      params: { path: { agentId } },
      body: { revision, document },
    }),
  );
  if (suggestion) await saveParts(agentId, suggestion);
  return agentId;
}

/** Creates an agent and opens its page. Stays busy until then, so that a double click creates only one. */
function useCreation() {
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAction(
    async (wanted: NewAgent) => {
      const agentId = await createFrom(accountId, wanted);
      await queries.invalidateQueries({ queryKey: agentsKey });
      await navigate({ to: '/agents/$agentId', params: { agentId } });
    },
    { quiet: true },
  );
}

const LABELS = { name: 'Name' } as const;

export function NewAgentDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreation();
  const [chosen, setChosen] = useState<Template>();
  const [name, setName] = useState('');
  const [sentence, setSentence] = useState('');
  const [reviewed, setReviewed] = useState<Reviewed>();
  const hasModel = useHasModel();
  // It would grow under the pointer.
  if (hasModel === undefined) return null;
  if (reviewed)
    return <ReviewDialog value={reviewed} onValue={setReviewed} create={create} onClose={onClose} />;
  const template = chosen ?? nearestTemplate(sentence) ?? TEMPLATES[0];
  const named = nameIn(sentence) || template.name;
  const submit = () => {
    const { document } = sentence.trim() === '' ? template : described(template, sentence);
    create.mutate({ name: name.trim() || named, document });
  };
  return (
    <Dialog
      title="New agent"
      lead="Describe it, or begin with what comes nearest. Everything can be changed afterwards."
      wide
      unsaved={name !== '' || sentence !== ''}
      onClose={onClose}
    >
      <Form error={create.error} labels={LABELS} onSubmit={submit}>
        <DescribeAgent
          hasModel={hasModel}
          sentence={sentence}
          onSentence={setSentence}
          onSuggestion={(suggestion) => setReviewed({ ...suggestion, leftOut: new Set() })}
        />
        <TemplateChoice chosen={template} onChoose={setChosen} />
        <Field label={LABELS.name} name="name">
          {(ids) => <TextInput {...ids} value={name} maxLength={100} placeholder={named} onValue={setName} />}
        </Field>
        <FormFoot action="Create agent" isBusy={create.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface ReviewProps {
  readonly value: Reviewed;
  readonly onValue: (value: Reviewed) => void;
  readonly create: ReturnType<typeof useCreation>;
  readonly onClose: () => void;
}

const ReviewDialog = ({ value, onValue, create, onClose }: ReviewProps) => (
  <Dialog
    title="Is this right?"
    lead={`Written by ${value.model}. Check the facts: a model may be wrong.`}
    wide
    unsaved
    onClose={onClose}
  >
    <Form error={create.error} labels={LABELS} onSubmit={() => create.mutate(agentOf(kept(value)))}>
      <ReviewSuggestion value={value} onValue={onValue} />
      <FormFoot action="Create agent" isBusy={create.isPending} onClose={onClose} />
    </Form>
  </Dialog>
);

const agentOf = (suggestion: Suggestion): NewAgent => ({
  name: suggestion.name.trim() || 'New agent',
  document: documentOf(suggestion),
  suggestion,
});

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
