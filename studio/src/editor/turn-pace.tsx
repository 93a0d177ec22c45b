import { Segments } from '../ui/inputs.js';
import { useDraftAtHand } from './draft-context.js';
import { type JsonObject, objectOf, withField, withPath } from './json.js';

/** Settings of each pace; omitted ones are defaults. */
const PACES = {
  quick: { minMs: 300, maxMs: 1_500 },
  balanced: {},
  patient: { minMs: 900, maxMs: 5_000 },
} as const;
type Pace = keyof typeof PACES;

/** Each with its former name outside of the group, for older documents. */
const FIELDS = [
  ['minMs', 'endpointingMinMs'],
  ['maxMs', 'endpointingMaxMs'],
] as const;

const WORDS: Readonly<Record<Pace | 'own', string>> = {
  quick: 'Answers after 0.3 s of silence. For short questions; callers who think aloud may be cut short.',
  balanced: 'Answers after half a second, and waits up to 1.5 s where a sentence sounds unfinished.',
  patient:
    'Answers after 0.9 s, and waits up to 5 s. For numbers, addresses, and callers who take their time.',
  own: 'Set by the sliders below.',
};

interface Props {
  readonly document: JsonObject;
  readonly onDocument: (document: JsonObject) => void;
}

/** How soon the agent answers, as three presets; the sliders below show the details. */
export function TurnPace({ document, onDocument }: Props) {
  const { isReadOnly } = useDraftAtHand();
  const pace = paceOf(document);
  const choose = (chosen: Pace | 'own') => {
    if (chosen === 'own') return;
    const wanted: Partial<Record<string, number>> = PACES[chosen];
    const changed = FIELDS.reduce(
      (turnTaking, [name, former]) =>
        withPath(withField(turnTaking, former, undefined), ['endpointing', name], wanted[name]),
      objectOf(document.turnTaking),
    );
    const isEmpty = Object.keys(changed).length === 0;
    onDocument(withField(document, 'turnTaking', isEmpty ? undefined : changed));
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
    </div>
  );
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
