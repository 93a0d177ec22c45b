import { Button } from '../ui/button.js';
import { SelectInput } from '../ui/inputs.js';
import { Menu } from '../ui/menu.js';
import { capitalised, inWords } from '../ui/words.js';
import { DocumentField } from './document-field.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { DraftText } from './draft-text.js';
import { FieldRows } from './form-field-rows.js';
import { FORM_PRESETS } from './form-presets.js';
import { type Json, type JsonObject, listOf, objectOf, stringOf, valueAt } from './json.js';
import { Lines } from './lines.js';
import { freeName, nameOf, wordsOf } from './names.js';
import { More, QuestionCard } from './question.js';
import { RowList } from './row-list.js';
import { formToolNamesOf } from './tool-names.js';

const PATH = ['forms'];
/** What the agent writes down, field by field. */
export function FormsCard() {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const forms = listOf(document.forms);
  return (
    <QuestionCard
      title="What it writes down"
      lead="Forms that it fills in with a caller. It asks only for what the caller has not said, and reads it back."
      actions={<AddForm />}
    >
      <RowList
        path={PATH}
        list={forms}
        onList={(list) => set(PATH, list.length === 0 ? undefined : list)}
        titleOf={(form) => capitalised(inWords(stringOf(objectOf(form).name))) || 'Without a name'}
        leadOf={fieldsInWords}
      >
        {(path) => <FormFields path={path} />}
      </RowList>
    </QuestionCard>
  );
}

function AddForm() {
  const { edit } = useDraftAtHand();
  const entries = FORM_PRESETS.map(({ label, icon, form }) => ({
    label,
    icon,
    onSelect: () =>
      edit((now) => {
        const forms = listOf(now.forms);
        const taken = forms.map((one) => stringOf(objectOf(one).name));
        return { ...now, forms: [...forms, { ...form, name: freeName(form.name, taken) }] };
      }),
  }));
  return (
    <Menu entries={entries}>
      <Button icon="plus" small>
        Add form
      </Button>
    </Menu>
  );
}

const fieldsInWords = (form: Json): string =>
  capitalised(
    listOf(objectOf(form).fields)
      .map((field) => wordsOf(stringOf(objectOf(field).name)))
      .join(', '),
  );

interface PathProps {
  readonly path: readonly string[];
}

function FormFields({ path }: PathProps) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const form = objectOf(valueAt(document, path));
  return (
    <div className="stack">
      <DraftText path={[...path, 'name']} label="Name" required shownAs={wordsOf} savedAs={nameOf} />
      <Lines
        path={[...path, 'when']}
        label="What callers say to begin"
        hint="One sentence a line. Similar words are understood, too."
        list={listOf(form.when).map(stringOf)}
        onList={(list) => set([...path, 'when'], list)}
      />
      <FieldRows path={[...path, 'fields']} fields={listOf(form.fields).map(objectOf)} />
      <AfterForm path={path} form={form} />
    </div>
  );
}

/** What happens once the caller has confirmed the values. */
function AfterForm({ path, form }: PathProps & { readonly form: JsonObject }) {
  const then = [...path, 'then'];
  const tool = stringOf(objectOf(form.then).tool);
  return (
    <>
      <ToolField path={[...then, 'tool']} tool={tool} />
      <DraftText
        path={[...then, 'say']}
        label="And says"
        hint="`{{form.name}}` stands for what the caller has said for “name”."
        rows={2}
      />
      {tool !== '' && <DraftText path={[...then, 'failed']} label="If that fails, it says" rows={2} />}
      <More>
        <DraftText path={[...path, 'review']} label="How it reads the answers back" rows={2} />
        <DocumentField path={[...path, 'unanswered']} />
        <DraftText
          path={[...then, 'transfer']}
          label="Hands the caller over to"
          hint="A name of question 5."
        />
      </More>
    </>
  );
}

function ToolField({ path, tool }: PathProps & { readonly tool: string }) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const tools = formToolNamesOf(document).map((value) => ({ value, label: capitalised(wordsOf(value)) }));
  return (
    <DraftField path={path} label="Then it gives the answers to">
      {(ids) => (
        <SelectInput
          {...ids}
          value={tool}
          options={[{ value: '', label: 'Nowhere: they stay with the record of the call' }, ...tools]}
          onValue={(name) => set(path, name || undefined)}
        />
      )}
    </DraftField>
  );
}
