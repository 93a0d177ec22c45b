import { useQuery } from '@tanstack/react-query';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAction } from '../api/action.js';
import { settingsQuery } from '../api/studio-settings.js';
import { useAccount } from '../app/account.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Records } from '../ui/records.js';
import { SecretForm } from '../ui/secret-form.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import { formatTime } from '../ui/words.js';
import { ROLE_OPTIONS, type Role } from './roles.js';

type Invitation = Schemas['Invitation'];

const invitationsKey = ['invitations'] as const;
const REFETCH_MS = 5_000;
/** A mail server refuses an address within seconds. */
const REFUSED_WITHIN_MS = 60_000;

async function readInvitations(cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const { invitations, nextCursor } = await take(api.GET('/v1/invitations', { params: { query } }));
  return { rows: invitations, next: nextCursor };
}

/** Open invitations. */
export function Invitations() {
  const sendsMail = useSendsMail();
  return (
    <Records<Invitation>
      title="Invitations"
      icon="link"
      empty={{ title: 'No open invitations', text: 'An invitation is a link that you send to a colleague.' }}
      queryKey={invitationsKey}
      read={readInvitations}
      keyOf={({ id }) => id}
      nameOf={({ email }) => email}
      mayWrite={useAccount().can('people:write')}
      columns={[
        { name: 'E-mail', cell: (invitation) => <Recipient of={invitation} /> },
        { name: 'Role', width: '6rem', cell: ({ role }) => <Badge>{role}</Badge> },
        { name: 'By', optional: true, cell: ({ createdBy }) => createdBy },
        { name: 'Until', optional: true, width: '12rem', cell: ({ expiresAt }) => formatTime(expiresAt) },
      ]}
      create={{ label: 'Invite', window: (onClose) => <Invite onClose={onClose} /> }}
      entries={(invitation, open) => [
        {
          label: 'Invite again',
          onSelect: () => open((onClose) => <Invite again={invitation} onClose={onClose} />),
        },
      ]}
      refetchMs={(rows) => sendsMail && rows.some(isOnItsWay) && REFETCH_MS}
      remove={{
        verb: 'Withdraw',
        act: ({ id: invitationId }) =>
          done(api.DELETE('/v1/invitations/{invitationId}', { params: { path: { invitationId } } })),
        text: 'The link stops working at once.',
      }}
    />
  );
}

const isOnItsWay = ({ createdAt, emailRefused }: Invitation): boolean =>
  !emailRefused && Date.now() - Date.parse(createdAt) < REFUSED_WITHIN_MS;

const useSendsMail = () => useQuery(settingsQuery).data?.sendsMail === true;

function Recipient({ of: { email, emailRefused } }: { readonly of: Invitation }) {
  return (
    <>
      <Short as="strong" text={email} />
      {emailRefused && (
        <div className="field-error">The e-mail was refused. Check the address, and invite again.</div>
      )}
    </>
  );
}

/** Said in place of advice to copy the link. */
export const sentTo = (email: string, emailed: boolean): string | undefined =>
  emailed ? `It is on its way to ${email}. If it does not arrive, send them this link yourself.` : undefined;

/** @param again An earlier invitation, which the new one replaces. */
function Invite({ again, onClose }: { readonly again?: Invitation; readonly onClose: () => void }) {
  const sendsMail = useSendsMail();
  const invite = useAction(
    (body: { email: string; role: Role }) =>
      take(api.POST('/v1/invitations', { params: { header: once() }, body })),
    { changes: [invitationsKey], quiet: true },
  );
  return (
    <SecretForm
      title={sendsMail ? 'The invitation' : 'Send this link to them'}
      onClose={onClose}
      form={(onSecret) => (
        <FormDialog
          title="Invite someone"
          lead={`${sendsMail ? 'They get a link by e-mail.' : 'You get a link to send to them.'} Whoever opens it chooses a name and a password.`}
          action={sendsMail ? 'Send the invitation' : 'Make the link'}
          stayOpen
          initial={{ email: again?.email ?? '', role: again?.role ?? 'editor' }}
          fields={[
            {
              name: 'email',
              label: 'E-mail',
              kind: 'text',
              required: true,
              placeholder: 'grace@example.com',
            },
            { name: 'role', label: 'Role', kind: 'choice', options: ROLE_OPTIONS },
          ]}
          onSubmit={async ({ email, role }) => {
            const made = await invite.mutateAsync({ email, role });
            onSecret(made.invitationUrl, sentTo(email, made.emailed));
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
