import { useEffect, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy.js';
import { Field } from '../ui/field.js';
import { Form, Refused } from '../ui/form.js';
import { TextInput } from '../ui/inputs.js';
import { type Connector, connectorsKey } from './connectors.js';
import { originOf } from './origin.js';
import { LookForm } from './look-form.js';
import { emailAbout, keptLook, type Look, snippetOf } from './widget-look.js';
import { WidgetPreview } from './widget-preview.js';

interface Props {
  readonly connector: Connector;
  readonly origins: readonly string[];
  readonly agentName: string;
  readonly mayWrite: boolean;
}

/** The line to paste first; then its look, beside what visitors see. */
export function WebsiteButton({ connector, origins, agentName, mayWrite }: Props) {
  const [look, setLook] = useLook(connector, mayWrite);
  const shown: Look = { name: agentName, ...look };
  const snippet = snippetOf(connector.connectorId, shown);
  return (
    <section className="card wizard" aria-label="Put it on your website">
      <div className="wizard-form stack">
        <div>
          <h2>Put it on your website</h2>
          <p className="soft">
            Paste this line before the end of your page. If you change how it looks, paste it again.
          </p>
        </div>
        <Snippet text={snippet} />
        <p className="small soft">
          No access to the page? <a href={emailAbout(snippet)}>E-mail it to your web developer</a>
        </p>
        <LookForm look={shown} onChange={(part) => setLook((before) => ({ ...before, ...part }))} />
        <Pages connector={connector} origins={origins} mayWrite={mayWrite} />
      </div>
      <WidgetPreview
        connectorId={connector.connectorId}
        look={shown}
        mayCall={origins.includes(location.origin)}
        host={origins[0]?.replace(/^https?:\/\//, '') ?? ''}
      />
    </section>
  );
}

const SAVE_AFTER_MS = 400;

/** The look, kept with the connector shortly after each change. */
function useLook(connector: Connector, mayWrite: boolean) {
  const { connectorId, projectId: agentId } = connector;
  const kept = JSON.stringify(keptLook(connector.widgetLook));
  const [look, setLook] = useState<Look>(connector.widgetLook);
  const { mutate } = useAction(
    (widgetLook: Connector['widgetLook']) =>
      take(
        api.PATCH('/v1/agents/{agentId}/telephony/connectors/{connectorId}', {
          params: { path: { agentId, connectorId } },
          body: { widgetLook },
        }),
      ),
    { changes: [connectorsKey(agentId)] },
  );
  useEffect(() => {
    const wanted = keptLook(look);
    if (!mayWrite || JSON.stringify(wanted) === kept) return;
    const timer = setTimeout(() => mutate(wanted), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [look, kept, mayWrite, mutate]);
  return [look, setLook] as const;
}

const Snippet = ({ text }: { readonly text: string }) => (
  <div className="snippet">
    <pre tabIndex={0} aria-label="The line for your page">
      {text}
    </pre>
    <CopyButton text={text} />
  </div>
);

const LABELS = { 'publicAccess.origins': 'Another page' } as const;

function useOrigins({ connectorId, projectId: agentId, publicAccess }: Connector) {
  return useAction(
    (origins: readonly string[]) =>
      take(
        api.PATCH('/v1/agents/{agentId}/telephony/connectors/{connectorId}', {
          params: { path: { agentId, connectorId } },
          body: { publicAccess: { ...publicAccess, origins: [...origins] } },
        }),
      ),
    { changes: [connectorsKey(agentId)], quiet: true },
  );
}

/** Pages that may show the button. */
function Pages({ connector, origins, mayWrite }: Omit<Props, 'agentName'>) {
  const [address, setAddress] = useState('');
  const save = useOrigins(connector);
  const add = (origin: string) =>
    save.mutate([...new Set([...origins, origin])], { onSuccess: () => setAddress('') });
  const remove = (origin: string) => save.mutate(origins.filter((one) => one !== origin));
  return (
    <Form error={save.error} labels={LABELS} onSubmit={() => add(originOf(address))}>
      <PageList origins={origins} onRemove={mayWrite && origins.length > 1 ? remove : undefined} />
      {mayWrite && (
        <>
          <Field label={LABELS['publicAccess.origins']} name="publicAccess.origins">
            {(ids) => (
              <span className="row">
                <TextInput
                  {...ids}
                  required
                  value={address}
                  placeholder="shop.example.com"
                  onValue={setAddress}
                />
                <Button type="submit" busy={save.isPending}>
                  Add
                </Button>
              </span>
            )}
          </Field>
          {!origins.includes(location.origin) && <AllowHere onAllow={() => add(location.origin)} />}
          <Refused />
        </>
      )}
    </Form>
  );
}

interface PageListProps {
  readonly origins: readonly string[];
  readonly onRemove: ((origin: string) => void) | undefined;
}

const PageList = ({ origins, onRemove }: PageListProps) => (
  <fieldset className="field">
    <legend>Pages that may show it</legend>
    <ul className="page-list">
      {origins.map((origin) => (
        <li key={origin} className="row row-between">
          <span className="breakable">{origin}</span>
          {onRemove && (
            <IconButton icon="trash" small label={`Take ${origin} off`} onClick={() => onRemove(origin)} />
          )}
        </li>
      ))}
    </ul>
  </fieldset>
);

const AllowHere = ({ onAllow }: { readonly onAllow: () => void }) => (
  <p className="small soft">
    To call from the preview, too,{' '}
    <button type="button" className="link" onClick={onAllow}>
      allow this page
    </button>
    .
  </p>
);
