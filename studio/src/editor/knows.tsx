import { Link } from '@tanstack/react-router';
import { TextInput } from '../ui/inputs.js';
import { Field } from '../ui/field.js';
import { FixedAnswers } from './fixed-answers.js';
import { type Business, instructionsIn } from './business.js';
import { withBusiness } from './business-answers.js';
import { useDraftAtHand } from './draft-context.js';
import { stringOf } from './json.js';
import { OpeningHours } from './opening-hours.js';
import { Question, QuestionCard } from './question.js';

export function KnowsQuestion() {
  const { agentId, document, edit } = useDraftAtHand();
  const { business } = instructionsIn(stringOf(document.prompt));
  const change = (next: Partial<Business>) => edit((now) => withBusiness(now, next));
  return (
    <Question
      number={3}
      id="knows"
      title="What does it know?"
      lead="Facts that it may rely on. It does not make up an answer that is not here."
    >
      <QuestionCard title="Opening hours" lead="Callers who ask hear them.">
        <OpeningHours business={business} onBusiness={change} />
        <AddressField address={business.address} onAddress={(address) => change({ address })} />
      </QuestionCard>
      <QuestionCard
        title="What it has read"
        lead="Prices, services, directions: pages of text and files that it looks things up in."
        actions={
          <Link
            to="/agents/$agentId/knowledge"
            params={{ agentId }}
            className="button button-plain button-small"
          >
            Open knowledge
          </Link>
        }
      />
      <FixedAnswers />
    </Question>
  );
}

const AddressField = (props: { readonly address: string; readonly onAddress: (address: string) => void }) => (
  <Field label="Address">
    {(ids) => (
      <TextInput
        {...ids}
        maxLength={300}
        placeholder="14 Quayside Row, London SE8 3QT"
        value={props.address}
        onValue={props.onAddress}
      />
    )}
  </Field>
);
