import { api, done, type Schemas, take } from '../api/client.js';
import { useAction } from '../api/action.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { Invitations } from './invitations.js';
import { ROLE_OPTIONS, type Role } from './roles.js';
import { SignInLink } from './sign-in-link.js';

type Person = Schemas['Person'];

const peopleKey = ['people'] as const;

async function readPeople(cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const { people, nextCursor } = await take(api.GET('/v1/people', { params: { query } }));
  return { rows: people, next: nextCursor };
}

const columnsFor = (ownEmail: string): readonly Column<Person>[] => [
  { name: 'Name', cell: (person) => <Name of={person} isOwn={person.email === ownEmail} /> },
  { name: 'E-mail', optional: true, cell: (person) => person.email },
  { name: 'Role', width: '6rem', cell: ({ role }) => <Badge>{role}</Badge> },
  { name: 'Signs in', optional: 'wide', width: '9rem', cell: (person) => wayOf(person) },
  {
    name: 'Last here',
    width: '7rem',
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'never' : <Age time={lastSignInAt} />),
  },
];

/** The people of the account, and open invitations. */
export function PeoplePage() {
  const { can, email } = useAccount();
  return (
    <Page
      title="People"
      lead="Who may sign in: viewers read, editors build and ship agents, owners also manage keys, secrets and people."
    >
      <Records<Person>
        title="People"
        icon="people"
        empty={{ title: 'No one yet', text: 'Invite the first person below.' }}
        queryKey={peopleKey}
        read={readPeople}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        mayWrite={can('people:write')}
        columns={columnsFor(email)}
        entries={(person, open) => [
          {
            label: 'Change',
            onSelect: () => open((onClose) => <Change person={person} onClose={onClose} />),
          },
          {
            label: 'Sign-in link',
            onSelect: () => open((onClose) => <SignInLink person={person} onClose={onClose} />),
          },
        ]}
        remove={{
          verb: 'Remove',
          act: ({ id: personId }) =>
            done(api.DELETE('/v1/people/{personId}', { params: { path: { personId } } })),
          text: 'They are signed out everywhere at once. API keys that they made stay.',
        }}
      />
      <Invitations />
    </Page>
  );
}

function Name({ of, isOwn }: { readonly of: Person; readonly isOwn: boolean }) {
  return (
    <>
      <Short as="strong" text={of.name} /> {isOwn && <Badge tone="good">you</Badge>}
    </>
  );
}

function wayOf({ hasPassword, identityProvider }: Person): string {
  const ways = [
    ...(hasPassword ? ['password'] : []),
    ...(identityProvider === null ? [] : [identityProvider]),
  ];
  return ways.length === 0 ? 'by link' : ways.join(', ');
}

function Change({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const change = useAction(
    (body: { name: string; role: Role }) =>
      take(api.PATCH('/v1/people/{personId}', { params: { path: { personId: person.id } }, body })),
    { changes: [peopleKey], quiet: true },
  );
  return (
    <FormDialog
      title={`Change ${person.name}`}
      lead="With another role they have to sign in again."
      action="Save"
      initial={{ name: person.name, role: person.role }}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'role', label: 'Role', kind: 'choice', options: ROLE_OPTIONS },
      ]}
      onSubmit={({ name, role }) => change.mutateAsync({ name, role })}
      onClose={onClose}
    />
  );
}
