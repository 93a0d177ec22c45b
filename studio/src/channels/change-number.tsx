import { useQuery } from '@tanstack/react-query';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { connectorsQuery, numbersKey, type PhoneNumber } from './connectors.js';

/** Connectors of an agent, to choose one or none. */
function useConnectors(agentId: string) {
  const { data: connectors = [] } = useQuery(connectorsQuery(agentId));
  const options = connectors.map(({ connectorId, name, clientEnv }) => ({
    value: connectorId,
    label: `${name} (${clientEnv})`,
  }));
  return [{ value: '', label: 'None' }, ...options];
}

/** The connector of a number, and its display name on outbound calls. */
export function ChangeNumber(props: {
  readonly agentId: string;
  readonly number: PhoneNumber;
  readonly onClose: () => void;
}) {
  const { agentId, number, onClose } = props;
  const options = useConnectors(agentId);
  const path = { agentId, phoneNumber: number.number };
  const change = useAction(
    (body: Schemas['ReassignPhoneNumber']) =>
      take(
        api.PATCH('/v1/agents/{agentId}/telephony/phone-numbers/{phoneNumber}', { params: { path }, body }),
      ),
    { changes: [numbersKey(agentId)], said: 'Saved.', quiet: true },
  );
  return (
    <FormDialog
      title={`Change ${number.number}`}
      action="Save"
      initial={{ connectorId: number.connectorId ?? '', callerName: number.callerName ?? '' }}
      fields={[
        {
          name: 'connectorId',
          label: 'Leads to the connector',
          kind: 'choice',
          options,
        },
        {
          name: 'callerName',
          label: 'Name of the caller',
          kind: 'text',
          hint: 'What phones show beside the number where the agent calls from it, if they show names.',
        },
      ]}
      onSubmit={(values) => change.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
