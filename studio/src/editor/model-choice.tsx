import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { providersQuery } from '../providers/queries.js';
import { SelectInput } from '../ui/inputs.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { stringOf, valueAt } from './json.js';

const STAGE = ['models', 'traditional', 'llm'];
/** The agent without a language model. */
const BUILT_IN = 'starter';

/** Which language model answers, if one does; a model that hears and speaks is chosen under Advanced. */
export function ModelChoice() {
  const { document } = useDraftAtHand();
  const { data } = useQuery(providersQuery);
  const set = useSetField();
  if (valueAt(document, ['models', 'endToEnd']) !== undefined) return null;
  const chosen = stringOf(valueAt(document, [...STAGE, 'provider']));
  const models = (data?.providers ?? []).flatMap(({ name, services }) =>
    services.llm && name !== BUILT_IN ? [name] : [],
  );
  const options = [
    { value: '', label: 'Chosen by the server' },
    ...models.map((name) => ({ value: name, label: name })),
    { value: BUILT_IN, label: 'None: fixed answers and forms only' },
  ];
  return (
    <DraftField
      path={[...STAGE, 'provider']}
      label="What thinks for it"
      hint={
        models.length === 0 ? (
          <>
            No language model is connected. <Link to="/providers">Connect one</Link> to let it answer freely.
          </>
        ) : (
          hintFor(chosen)
        )
      }
    >
      {(ids) => (
        <SelectInput
          {...ids}
          value={chosen}
          options={options}
          onValue={(provider) => set(STAGE, provider === '' ? undefined : { provider })}
        />
      )}
    </DraftField>
  );
}

function hintFor(chosen: string): string {
  if (chosen === BUILT_IN) return 'It says what is written here, word for word.';
  return chosen === ''
    ? 'The first model that you connected answers.'
    : 'A language model that answers by your words and its knowledge.';
}
