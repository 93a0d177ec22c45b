import { useAction } from '../api/action.js';
import { ENVIRONMENTS } from '../agents/queries.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import { optionsOf } from '../ui/inputs.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { ChangeNumber } from './change-number.js';
import { numbersKey, type PhoneNumber, readNumbers } from './connectors.js';

const COLUMNS: readonly Column<PhoneNumber>[] = [
  { name: 'Number', cell: ({ number }) => <Short as="code" text={number} /> },
  { name: 'Leads to', width: '8rem', cell: ({ clientEnv }) => <Badge>{clientEnv}</Badge> },
  { name: 'Connector', optional: true, cell: ({ connectorId }) => connectorId ?? '–' },
];

interface Props {
  readonly agentId: string;
  readonly mayWrite: boolean;
}

/** Phone numbers of the agent; calls arrive over the account's trunks. */
export function PhoneNumbers({ agentId, mayWrite }: Props) {
  return (
    <Records<PhoneNumber>
      title="Phone numbers"
      icon="phone"
      empty={{
        title: 'No phone numbers yet',
        text: 'Set a trunk up under “Phone trunks”, then add its numbers here.',
      }}
      queryKey={numbersKey(agentId)}
      read={() => readNumbers(agentId)}
      keyOf={({ number }) => number}
      nameOf={({ number }) => number}
      mayWrite={mayWrite}
      columns={COLUMNS}
      create={{
        label: 'Add numbers',
        window: (onClose) => <AddNumbers agentId={agentId} onClose={onClose} />,
      }}
      entries={(number, open) => [
        {
          label: 'Change…',
          onSelect: () =>
            open((onClose) => <ChangeNumber agentId={agentId} number={number} onClose={onClose} />),
        },
      ]}
      remove={{
        verb: 'Take away',
        act: ({ number: phoneNumber }) =>
          done(
            api.DELETE('/v1/agents/{agentId}/telephony/phone-numbers/{phoneNumber}', {
              params: { path: { agentId, phoneNumber } },
            }),
          ),
        text: 'Its callers no longer reach this agent.',
      }}
    />
  );
}

function AddNumbers({ agentId, onClose }: { readonly agentId: string; readonly onClose: () => void }) {
  const add = useAction(
    (body: Schemas['ImportPhoneNumbers']) =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/phone-numbers', {
          params: { path: { agentId }, header: once() },
          body,
        }),
      ),
    { changes: [numbersKey(agentId)], quiet: true },
  );
  return (
    <FormDialog
      title="Add phone numbers"
      action="Add"
      initial={{ numbers: [] as readonly string[], clientEnv: 'live' }}
      fields={[
        {
          name: 'numbers',
          path: 'phoneNumbers',
          label: 'Numbers',
          kind: 'lines',
          required: true,
          hint: 'E.164, one a line.',
          placeholder: '+442071838750',
        },
        { name: 'clientEnv', label: 'Lead to', kind: 'choice', options: optionsOf(ENVIRONMENTS) },
      ]}
      onSubmit={({ numbers, clientEnv }) =>
        add.mutateAsync({
          phoneNumbers: entries(numbers),
          clientEnv: ENVIRONMENTS.find((one) => one === clientEnv) ?? 'live',
        })
      }
      onClose={onClose}
    />
  );
}
