import { Button } from '../ui/button.js';
import { CheckInput } from '../ui/inputs.js';
import { capitalised } from '../ui/words.js';
import { DocumentField } from './document-field.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftText } from './draft-text.js';
import { type Json, listOf, objectOf, stringOf, valueAt } from './json.js';
import { Lines } from './lines.js';
import { freeName } from './names.js';
import { More, QuestionCard } from './question.js';
import { RowList } from './row-list.js';

const PATH = ['intents'];

/** Answers in fixed words; they work without a language model. */
export function FixedAnswers() {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const intents = listOf(document.intents);
  const give = (list: readonly Json[]) => set(PATH, list.length === 0 ? undefined : list);
  const add = () => {
    const taken = intents.map((intent) => stringOf(objectOf(intent).name));
    give([...intents, { name: freeName('answer', taken), examples: [], reply: '' }]);
  };
  return (
    <QuestionCard
      title="Answers that it knows by heart"
      lead="Said word for word, also without a language model."
      actions={
        <Button icon="plus" small onClick={add}>
          Add answer
        </Button>
      }
    >
      <RowList
        path={PATH}
        list={intents}
        onList={give}
        titleOf={(intent) => questionOf(intent) || 'New answer'}
        leadOf={(intent) => stringOf(objectOf(intent).reply)}
      >
        {(path) => <Answer path={path} />}
      </RowList>
      <DocumentField path={['fallbackReply']} />
    </QuestionCard>
  );
}

const questionOf = (intent: Json): string => {
  const [first = ''] = listOf(objectOf(intent).examples).map(stringOf);
  return first === '' ? '' : `“${capitalised(first)}”`;
};

function Answer({ path }: { readonly path: readonly string[] }) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const intent = objectOf(valueAt(document, path));
  return (
    <div className="stack">
      <Lines
        path={[...path, 'examples']}
        label="What callers say"
        hint="One question a line. Similar words are understood, too."
        list={listOf(intent.examples).map(stringOf)}
        onList={(list) => set([...path, 'examples'], list)}
      />
      <DraftText path={[...path, 'reply']} label="Its answer" rows={2} required />
      <CheckInput
        label="Hang up afterwards"
        checked={intent.endsCall === true}
        onValue={(on) => set([...path, 'endsCall'], on || undefined)}
      />
      <More>
        <DocumentField path={[...path, 'name']} />
        <DocumentField path={[...path, 'keys']} />
      </More>
    </div>
  );
}
