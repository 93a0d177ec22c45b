import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Form, Refused } from '../ui/form.js';
import { SelectInput, TextInput } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { agentQuery } from '../agents/queries.js';
import { type Connector, connectorsKey, connectorsQuery } from './connectors.js';
import { originOf } from './origin.js';
import { WebsiteButton } from './website-button.js';

interface Props {
  readonly agentId: string;
  readonly mayWrite: boolean;
}

type PageConnector = Connector & { readonly publicAccess: NonNullable<Connector['publicAccess']> };

const isForPages = (connector: Connector): connector is PageConnector => connector.publicAccess !== null;

/** A button for a page: the line to paste, its look and a preview. */
export function WebsitePanel({ agentId, mayWrite }: Props) {
  const connectors = useQuery(connectorsQuery(agentId));
  const { data: agent } = useQuery(agentQuery(agentId));
  const [chosenId, setChosenId] = useState<string>();
  return (
    <Loaded query={connectors}>
      {(all) => {
        const forPages = all.filter(isForPages);
        const connector = forPages.find(({ connectorId }) => connectorId === chosenId) ?? forPages[0];
        if (!connector) return <FirstPage agentId={agentId} mayWrite={mayWrite} />;
        return (
          <>
            {forPages.length > 1 && (
              <Field label="Which button">
                {(ids) => (
                  <SelectInput
                    {...ids}
                    value={connector.connectorId}
                    options={forPages.map(({ connectorId, name, clientEnv }) => ({
                      value: connectorId,
                      label: clientEnv === 'live' ? name : `${name} (${clientEnv})`,
                    }))}
                    onValue={setChosenId}
                  />
                )}
              </Field>
            )}
            <WebsiteButton
              key={connector.connectorId}
              connector={connector}
              origins={connector.publicAccess.origins}
              agentName={agent?.agentName ?? ''}
              mayWrite={mayWrite}
            />
          </>
        );
      }}
    </Loaded>
  );
}

const LABELS = { 'publicAccess.origins': 'Address of your page' } as const;

/** Asks for the page, which is all that the button needs. */
function FirstPage({ agentId, mayWrite }: Props) {
  const [address, setAddress] = useState('');
  const create = useAction(
    () =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/connectors', {
          params: { path: { agentId }, header: once() },
          body: { name: 'Website', clientEnv: 'live', publicAccess: { origins: [originOf(address)] } },
        }),
      ),
    { changes: [connectorsKey(agentId)], quiet: true },
  );
  if (!mayWrite)
    return <Card title="Put it on your website">Ask an editor or owner of the account to set this up.</Card>;
  return (
    <Card title="Put it on your website">
      <Form error={create.error} labels={LABELS} onSubmit={() => create.mutate(undefined)}>
        <p className="soft">Only pages of the address that you name may show the button.</p>
        <Field
          label={LABELS['publicAccess.origins']}
          name="publicAccess.origins"
          hint="As in the browser, for example www.example.com."
        >
          {(ids) => <TextInput {...ids} required value={address} inputMode="url" onValue={setAddress} />}
        </Field>
        <Refused />
        <div className="row">
          <Button look="primary" type="submit" busy={create.isPending}>
            Make the button
          </Button>
        </div>
      </Form>
    </Card>
  );
}
