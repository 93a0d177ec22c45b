import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { CheckInput, SelectInput } from '../ui/inputs.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { DraftText } from './draft-text.js';
import { DocumentField } from './document-field.js';
import { type Json, type JsonObject, listOf, objectOf, stringOf, valueAt, withField } from './json.js';
import { freeName } from './names.js';
import { More, Question, QuestionCard } from './question.js';
import { RowList } from './row-list.js';

const PATH = ['transfer', 'destinations'];

/** Kinds of destinations, by field name. */
const WAYS = [
  { value: 'number', label: 'Phone number' },
  { value: 'sipUri', label: 'SIP address' },
  { value: 'agentId', label: 'Another agent' },
  { value: 'url', label: 'Web page, in web calls' },
] as const;
type Way = (typeof WAYS)[number]['value'];

const PLACEHOLDERS: Readonly<Record<Way, string>> = {
  number: '+44 20 7946 0812',
  sipUri: 'sip:desk@pbx.example.com',
  agentId: '',
  url: 'https://www.example.com/help',
};

export function HandsOverQuestion() {
  const { document, edit } = useDraftAtHand();
  const destinations = listOf(objectOf(document.transfer).destinations);
  return (
    <Question
      number={5}
      id="hands-over"
      title="Who does it hand over to?"
      lead="People first: callers who ask for a person get one."
    >
      <QuestionCard
        title="People and places"
        lead="The agent chooses by the words beside each name."
        actions={
          <Button icon="plus" small onClick={() => edit(withNewDestination)}>
            Add person
          </Button>
        }
      >
        <RowList
          path={PATH}
          list={destinations}
          onList={(list) => edit((now) => withDestinations(now, list))}
          titleOf={(one) => stringOf(objectOf(one).name) || 'Without a name'}
          leadOf={wordsOfDestination}
        >
          {(path) => <Destination path={path} />}
        </RowList>
      </QuestionCard>
    </Question>
  );
}

/** A model can hand over only with the built-in tool. */
function withDestinations(document: JsonObject, list: readonly Json[]): JsonObject {
  const others = listOf(document.builtInTools).filter((name) => name !== 'transfer');
  const builtIn = list.length === 0 ? others : [...others, 'transfer'];
  const named = withField(document, 'builtInTools', builtIn.length === 0 ? undefined : builtIn);
  return withField(named, 'transfer', list.length === 0 ? undefined : { destinations: list });
}

function withNewDestination(document: JsonObject): JsonObject {
  const list = listOf(objectOf(document.transfer).destinations);
  const name = freeName(
    'Reception',
    list.map((one) => stringOf(objectOf(one).name)),
  ).replace('_', ' ');
  return withDestinations(document, [...list, { name, to: { number: '' } }]);
}

const wayOf = (to: JsonObject): Way => WAYS.find(({ value }) => value in to)?.value ?? 'number';

function wordsOfDestination(destination: Json): string {
  const { to, description } = objectOf(destination);
  const way = wayOf(objectOf(to));
  const where = way === 'agentId' ? 'another agent' : stringOf(objectOf(to)[way]);
  return [where, stringOf(description)].filter((part) => part !== '').join(' · ');
}

interface PathProps {
  readonly path: readonly string[];
}

function Destination({ path }: PathProps) {
  const { document } = useDraftAtHand();
  const way = wayOf(objectOf(valueAt(document, [...path, 'to'])));
  return (
    <div className="stack">
      <DraftText path={[...path, 'name']} label="Name" placeholder="Reception" required />
      <DraftText
        path={[...path, 'description']}
        label="When it is the right one"
        placeholder="The caller asks for a person, or has an emergency"
      />
      <div className="two">
        <WayField path={[...path, 'to']} way={way} />
        {way === 'agentId' ? (
          <AgentField path={[...path, 'to', way]} />
        ) : (
          <DraftText
            path={[...path, 'to', way]}
            label={WAYS.find(({ value }) => value === way)?.label ?? ''}
            placeholder={PLACEHOLDERS[way]}
            required
            savedAs={way === 'number' ? withoutSpaces : undefined}
          />
        )}
      </div>
      {(way === 'number' || way === 'sipUri') && <WarmFields path={[...path, 'warm']} />}
    </div>
  );
}

function WayField({ path, way }: PathProps & { readonly way: Way }) {
  const set = useSetField();
  return (
    <DraftField path={path} label="Reached by">
      {(ids) => (
        <SelectInput<Way> {...ids} value={way} options={WAYS} onValue={(next) => set(path, { [next]: '' })} />
      )}
    </DraftField>
  );
}

function WarmFields({ path }: PathProps) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const isWarm = valueAt(document, path) !== undefined;
  return (
    <>
      <CheckInput
        label="Tell the person first who is calling, and why"
        checked={isWarm}
        onValue={(on) => set(path, on ? {} : undefined)}
      />
      {isWarm && (
        <More>
          <DocumentField path={path} />
        </More>
      )}
    </>
  );
}

/** `+44 20 7946 0812` → `+442079460812` */
const withoutSpaces = (number: string) => number.replace(/[\s()/-]/g, '');

function AgentField({ path }: PathProps) {
  const { agentId, document } = useDraftAtHand();
  const { accountId } = useAccount();
  const { data = [] } = useQuery(agentsQuery(accountId));
  const set = useSetField();
  const others = data.filter((agent) => agent.agentId !== agentId);
  return (
    <DraftField path={path} label="Agent">
      {(ids) => (
        <SelectInput
          {...ids}
          value={stringOf(valueAt(document, path))}
          options={others.map((agent) => ({ value: agent.agentId, label: agent.agentName }))}
          onValue={(id) => set(path, id)}
        />
      )}
    </DraftField>
  );
}
