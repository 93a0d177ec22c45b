import { useEffect, useRef, useState } from 'react';
import { Widget } from '../../../client/widget/widget.js';
import type { Schemas } from '../api/client.js';
import { CopyBox } from '../ui/copy.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, TextInput } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';

type Connector = Schemas['Connector'];

interface Look {
  readonly label: string;
  readonly lang: string;
  readonly position: string;
  /** Color of the button; empty: the widget's own. */
  readonly accent: string;
}

const LANGUAGES: readonly Option[] = [
  { value: '', label: 'That of the page' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
];
const POSITIONS: readonly Option[] = [
  { value: '', label: 'Right' },
  { value: 'left', label: 'Left' },
];

/** The call button for a page: its appearance, the code to embed, and a preview. */
export function Embed({
  connector,
  onClose,
}: {
  readonly connector: Connector;
  readonly onClose: () => void;
}) {
  const [look, setLook] = useState<Look>({ label: '', lang: '', position: '', accent: '' });
  const change = (part: Partial<Look>) => setLook((is) => ({ ...is, ...part }));
  return (
    <Dialog
      title="A call button for a page"
      lead="Put these lines into a page of one of the origins of the connector."
      wide
      onClose={onClose}
    >
      <div className="stack">
        <OriginNotice connector={connector} />
        <LookForm look={look} onChange={change} />
        <CopyBox text={codeOf(connector, look)} />
        <Preview connectorId={connector.connectorId} look={look} />
      </div>
    </Dialog>
  );
}

function OriginNotice({ connector: { publicAccess } }: { readonly connector: Connector }) {
  if (publicAccess?.origins.includes(location.origin)) return null;
  return (
    <Notice tone={publicAccess ? 'info' : 'warn'}>
      {publicAccess
        ? `To call from the preview, too, add ${location.origin} to the origins of the connector.`
        : 'Name the origin of the page under “Change” first: this connector lets no page in.'}
    </Notice>
  );
}

interface FormProps {
  readonly look: Look;
  readonly onChange: (part: Partial<Look>) => void;
}

function LookForm({ look, onChange }: FormProps) {
  const choice = (label: string, name: 'lang' | 'position', options: readonly Option[]) => (
    <Field label={label}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={look[name]}
          options={options}
          onValue={(value) => onChange({ [name]: value })}
        />
      )}
    </Field>
  );
  const text = (label: string, name: 'label' | 'accent', more: { type?: string; placeholder?: string }) => (
    <Field label={label}>
      {(ids) => (
        <TextInput
          {...ids}
          {...more}
          value={look[name] || (name === 'accent' ? OWN_ACCENT : '')}
          onValue={(value) => onChange({ [name]: value })}
        />
      )}
    </Field>
  );
  return (
    <div className="form-row">
      {text('Text of the button', 'label', { placeholder: 'that of the widget' })}
      {choice('Language', 'lang', LANGUAGES)}
      {choice('Side', 'position', POSITIONS)}
      {text('Colour', 'accent', { type: 'color' })}
    </div>
  );
}

/** The widget's own color, as the value of a color input. */
const OWN_ACCENT = '#1d4ed8';

/** The real widget, in a frame that contains its fixed positioning. */
function Preview({ connectorId, look }: { readonly connectorId: string; readonly look: Look }) {
  const place = useRef<HTMLDivElement>(null);
  const { label, lang, position, accent } = look;
  useEffect(() => {
    const server = `${location.origin}/`;
    const { host } = new Widget({
      ...{ connector: connectorId, server },
      ...(label && { label }),
      ...(lang && { lang }),
      ...(position && { position }),
    });
    if (accent) host.style.setProperty('--earshot-accent', accent);
    place.current?.append(host);
    return () => {
      // The preview's call must end with it.
      host.shadowRoot?.querySelector<HTMLButtonElement>('.hang-up:not([hidden])')?.click();
      host.remove();
    };
  }, [connectorId, label, lang, position, accent]);
  return <div ref={place} className="widget-preview" role="group" aria-label="Preview" />;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The code for another site's page. */
function codeOf({ connectorId }: Connector, { label, lang, position, accent }: Look): string {
  const attributes = Object.entries({ connector: connectorId, label, lang, position })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  const script = `<script src="${location.origin}/widget.js"${attributes.join('')} defer></script>`;
  return accent === '' ? script : `${script}\n<style>earshot-widget { --earshot-accent: ${accent} }</style>`;
}
