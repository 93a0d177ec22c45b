import { LANGUAGES } from '../../../client/widget/words.js';
import { Field } from '../ui/field.js';
import { Segments, SelectInput, TextInput } from '../ui/inputs.js';
import { PictureField } from './picture-field.js';
import { type Look, OWN_ACCENT } from './widget-look.js';

interface Props {
  readonly look: Look;
  readonly onChange: (part: Look) => void;
}

const COLOURS = [
  { name: 'Teal', value: OWN_ACCENT },
  { name: 'Navy', value: '#16365a' },
  { name: 'Plum', value: '#7a3b69' },
  { name: 'Clay', value: '#a24c1b' },
  { name: 'Charcoal', value: '#2f2d29' },
];

const POSITIONS = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
] as const;
const THEMES = [
  { value: 'auto', label: 'As the page' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

type TextName = 'name' | 'label' | 'greeting' | 'consent';

/** Colour, words, picture, language and place of the button. */
export function LookForm({ look, onChange }: Props) {
  const text = (label: string, name: TextName, placeholder: string) => (
    <Field label={label}>
      {(ids) => (
        <TextInput
          {...ids}
          value={look[name] ?? ''}
          placeholder={placeholder}
          maxLength={300}
          onValue={(value) => onChange({ [name]: value })}
        />
      )}
    </Field>
  );
  return (
    <div className="stack">
      <Colours accent={look.accent || OWN_ACCENT} onAccent={(accent) => onChange({ accent })} />
      <div className="form-row">
        {text('Name', 'name', 'Harbour Dental')}
        {text('Text of the button', 'label', 'Talk to us')}
      </div>
      {text('Greeting', 'greeting', 'Hello! How can I help?')}
      {text('Told before the call', 'consent', 'You’re talking to an AI assistant. Calls are recorded.')}
      <PictureField picture={look.picture ?? ''} onPicture={(picture) => onChange({ picture })} />
      <Language look={look} onChange={onChange} />
      <Place look={look} onChange={onChange} />
    </div>
  );
}

const CHOOSE = 'choose';
const CODES = Object.keys(LANGUAGES);
const LANGUAGE_OPTIONS = [
  { value: '', label: 'The language of the page, or of the visitor' },
  { value: CHOOSE, label: 'Visitors choose from all' },
  ...Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name })),
];

const Language = ({ look, onChange }: Props) => (
  <Field label="Language of the button" hint="This does not change the language that your agent speaks.">
    {(ids) => (
      <SelectInput
        {...ids}
        value={look.languages ? CHOOSE : (look.lang ?? '')}
        options={LANGUAGE_OPTIONS}
        onValue={(chosen) =>
          onChange(
            chosen === CHOOSE ? { lang: '', languages: CODES.join(' ') } : { lang: chosen, languages: '' },
          )
        }
      />
    )}
  </Field>
);

const Place = ({ look, onChange }: Props) => (
  <div className="form-row">
    <Choice label="Corner">
      <Segments
        label="Corner"
        value={look.position === 'left' ? 'left' : 'right'}
        options={POSITIONS}
        onValue={(position) => onChange({ position: position === 'right' ? '' : position })}
      />
    </Choice>
    <Choice label="Light or dark">
      <Segments
        label="Light or dark"
        value={THEMES.find(({ value }) => value === look.theme)?.value ?? 'auto'}
        options={THEMES}
        onValue={(theme) => onChange({ theme: theme === 'auto' ? '' : theme })}
      />
    </Choice>
  </div>
);

const Choice = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div className="field">
    <span className="field-label" aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);

function Colours({
  accent,
  onAccent,
}: {
  readonly accent: string;
  readonly onAccent: (accent: string) => void;
}) {
  return (
    <fieldset className="field">
      <legend>Colour</legend>
      <div className="row row-wrap colours">
        {COLOURS.map(({ name, value }) => (
          <label key={value} className="colour" data-name={name} title={name}>
            <input
              type="radio"
              name="accent"
              aria-label={name}
              checked={accent === value}
              onChange={() => onAccent(value === OWN_ACCENT ? '' : value)}
            />
          </label>
        ))}
        <label className="row small">
          Your own
          <input
            type="color"
            className="colour-own"
            value={accent}
            onChange={(event) => onAccent(event.target.value)}
          />
        </label>
      </div>
    </fieldset>
  );
}
