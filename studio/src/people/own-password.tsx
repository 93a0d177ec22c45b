import { FormDialog } from '../ui/form-dialog.js';
import { changeMyself } from '../sign-in/session.js';

/** Sets or changes the user's own password. */
export function OwnPassword({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title="Your password"
      lead="At least 12 characters; a sentence is good. All your other browsers are signed out."
      action="Save"
      initial={{ currentPassword: '', password: '' }}
      fields={[
        {
          name: 'currentPassword',
          label: 'Current password',
          kind: 'password',
          hint: 'Empty if you have none yet.',
        },
        { name: 'password', label: 'New password', kind: 'password', required: true },
      ]}
      onSubmit={({ currentPassword, password }) =>
        changeMyself({ password, ...(currentPassword !== '' && { currentPassword }) })
      }
      onClose={onClose}
    />
  );
}
