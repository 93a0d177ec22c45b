import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { FormDialog } from '../ui/form-dialog.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { optionsOf } from '../ui/inputs.js';
import { SecretForm } from '../ui/secret-form.js';
import { KEY_ROLES, keysKey, type Scope } from './keys.js';

/** Each scope is chosen separately. */
const ADVANCED = 'advanced';

const INITIAL = {
  name: '',
  role: KEY_ROLES[0].value,
  scopes: [] as readonly string[],
  expiresAt: '',
};

const isAdvanced = ({ role }: typeof INITIAL): boolean => role === ADVANCED;

const fieldsOf = (scopes: readonly string[]): readonly FieldSpec<typeof INITIAL>[] => [
  { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'CRM' },
  {
    name: 'role',
    label: 'What is it for?',
    kind: 'choice',
    options: [...KEY_ROLES, { value: ADVANCED, label: 'Advanced: choose each permission' }],
  },
  { name: 'scopes', label: 'What it may do', kind: 'checks', options: optionsOf(scopes), when: isAdvanced },
  { name: 'expiresAt', label: 'Expires', kind: 'datetime-local', hint: 'Empty: never.' },
];

/** A key by its purpose, or scope by scope. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const { scopes } = useAccount();
  const create = useAction(
    (body: Schemas['CreateApiKey']) => take(api.POST('/v1/api-keys', { params: { header: once() }, body })),
    { changes: [keysKey], quiet: true },
  );
  return (
    <SecretForm
      title="New API key"
      onClose={onClose}
      form={(onSecret) => (
        <FormDialog
          title="New API key"
          action="Create key"
          stayOpen
          initial={INITIAL}
          fields={fieldsOf(scopes)}
          onSubmit={async ({ name, role, scopes: chosen, expiresAt }) => {
            const until = expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() };
            const wanted = KEY_ROLES.find(({ value }) => value === role)?.scopes ?? (chosen as Scope[]);
            const made = await create.mutateAsync({ name, scopes: [...wanted], ...until });
            onSecret(made.key);
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
