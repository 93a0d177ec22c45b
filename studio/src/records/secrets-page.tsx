import { useAction } from '../api/action.js';
import { api, done, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import type { Column } from '../ui/table.js';
import { type Secret, secretsKey } from './secrets.js';

const COLUMNS: readonly Column<Secret>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="code" text={name} /> },
  { name: 'Goes to', cell: ({ allowedHosts }) => allowedHosts.join(', ') },
  { name: 'Set by', optional: 'wide', cell: ({ updatedBy }) => updatedBy },
  { name: 'Set', optional: true, width: '7rem', cell: ({ updatedAt }) => <Age time={updatedAt} /> },
];

export function SecretsPage() {
  const edit = (onClose: () => void, secret?: Secret) => <PutSecret secret={secret} onClose={onClose} />;
  return (
    <Page
      title="Secrets"
      lead={
        <>
          Passwords and keys for your tools. A tool refers to one as <code>{'{{secret.NAME}}'}</code>, and it
          goes to its own hosts only.
        </>
      }
    >
      <Records<Secret>
        title="Secrets"
        icon="lock"
        empty={{
          title: 'No secrets yet',
          text: 'Keep the keys of your services here instead of in documents.',
        }}
        queryKey={secretsKey}
        read={async () => ({ rows: (await take(api.GET('/v1/secrets'))).secrets, next: undefined })}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        mayWrite={useAccount().can('secrets:write')}
        columns={COLUMNS}
        create={{ label: 'New secret', window: (onClose) => edit(onClose) }}
        entries={(secret, open) => [
          { label: 'Replace…', onSelect: () => open((onClose) => edit(onClose, secret)) },
        ]}
        remove={{
          act: ({ name: secretName }) =>
            done(api.DELETE('/v1/secrets/{secretName}', { params: { path: { secretName } } })),
          text: 'Tools that name it will fail from now on.',
        }}
      />
    </Page>
  );
}

function PutSecret({ secret, onClose }: { readonly secret?: Secret; readonly onClose: () => void }) {
  const put = useAction(
    ({ name, ...body }: { name: string; value: string; allowedHosts: string[] }) =>
      take(api.PUT('/v1/secrets/{secretName}', { params: { path: { secretName: name } }, body })),
    { changes: [secretsKey], said: 'The secret is set.', quiet: true },
  );
  return (
    <FormDialog
      title={secret ? `Replace ${secret.name}` : 'New secret'}
      action="Save"
      initial={{ name: secret?.name ?? '', value: '', hosts: secret?.allowedHosts ?? [] }}
      fields={[
        {
          name: 'name',
          label: 'Name',
          kind: 'text',
          required: true,
          when: () => !secret,
          placeholder: 'CRM_KEY',
        },
        { name: 'value', label: 'Value', kind: 'password', required: true },
        {
          name: 'hosts',
          path: 'allowedHosts',
          label: 'Hosts that it may go to',
          kind: 'lines',
          required: true,
          hint: 'One a line.',
          placeholder: 'api.example.com',
        },
      ]}
      onSubmit={({ name, value, hosts }) => put.mutateAsync({ name, value, allowedHosts: entries(hosts) })}
      onClose={onClose}
    />
  );
}
