import { Segments } from '../ui/inputs.js';
import { useDraftAtHand } from './draft-context.js';
import { HearPace } from './hear-pace.js';
import { type JsonObject, objectOf, withField, withPath } from './json.js';

/** Settings of each pace; omitted ones are defaults. */
const PACES = {
  quick: { minMs: 300, maxMs: 1_500 },
  balanced: {},
  patient: { minMs: 900, maxMs: 5_000 },
} as const;
type Pace = keyof typeof PACES;

/** The default of `minMs`. */
const BALANCED_WAIT_MS = 500;

/** Each with its former name outside of the group, for older documents. */
const FIELDS = [
  ['minMs', 'endpointingMinMs'],
  ['maxMs', 'endpointingMaxMs'],
] as const;

const WORDS: Readonly<Record<Pace | 'own', string>> = {
  quick: 'Answers at once. For short questions; callers who think aloud may be cut short.',
  balanced: 'Answers after a short silence, and waits longer where a sentence sounds unfinished.',
  patient: 'Takes its time. For numbers, addresses, and callers who pause to think.',
  own: 'Set under Advanced, Turn-taking.',
};

/** How soon the agent answers, as three presets; the numbers are under Advanced. */
export function TurnPace() {
  const { document, edit, isReadOnly } = useDraftAtHand();
  const pace = paceOf(document);
  const choose = (chosen: Pace | 'own') => {
    if (chosen !== 'own') edit((now) => withPace(now, chosen));
  };
  return (
    <div className="stack-tight">
      <Segments<Pace | 'own'>
        label="Pace"
        value={pace}
        disabled={isReadOnly}
        options={[
          { value: 'quick', label: 'Quick' },
          { value: 'balanced', label: 'Balanced' },
          { value: 'patient', label: 'Patient' },
          ...(pace === 'own' ? [{ value: 'own' as const, label: 'Your own' }] : []),
        ]}
        onValue={choose}
      />
      <p className="field-hint">{WORDS[pace]}</p>
      <div className="row">
        <HearPace waitMs={waitOf(document)} />
      </div>
    </div>
  );
}

/** Silence after a finished sentence. */
function waitOf(document: JsonObject): number {
  const turnTaking = objectOf(document.turnTaking);
  const wait = objectOf(turnTaking.endpointing).minMs ?? turnTaking.endpointingMinMs;
  return typeof wait === 'number' ? wait : BALANCED_WAIT_MS;
}

function withPace(document: JsonObject, pace: Pace): JsonObject {
  const wanted: Partial<Record<string, number>> = PACES[pace];
  const changed = FIELDS.reduce(
    (turnTaking, [name, former]) =>
      withPath(withField(turnTaking, former, undefined), ['endpointing', name], wanted[name]),
    objectOf(document.turnTaking),
  );
  const isEmpty = Object.keys(changed).length === 0;
  return withField(document, 'turnTaking', isEmpty ? undefined : changed);
}

function paceOf(document: JsonObject): Pace | 'own' {
  const turnTaking = objectOf(document.turnTaking);
  const endpointing = objectOf(turnTaking.endpointing);
  const fits = (values: Partial<Record<string, number>>) =>
    FIELDS.every(([name, former]) => (endpointing[name] ?? turnTaking[former]) === values[name]);
  if (fits(PACES.balanced)) return 'balanced';
  if (fits(PACES.quick)) return 'quick';
  return fits(PACES.patient) ? 'patient' : 'own';
}
