import { useQuery } from '@tanstack/react-query';
import { useAction } from '../api/action.js';
import { changeMyself, ownSession } from '../sign-in/session.js';
import { FormDialog } from '../ui/form-dialog.js';

/** Which e-mails the user gets. */
export function OwnMails({ onClose }: { readonly onClose: () => void }) {
  const { data } = useQuery(ownSession);
  const save = useAction(changeMyself, { changes: [ownSession.queryKey], quiet: true });
  if (!data) return null;
  const { email, alertMails, weeklyMails } = data.user;
  return (
    <FormDialog
      title="E-mails"
      lead={`What we send to ${email}.`}
      action="Save"
      initial={{ alertMails, weeklyMails }}
      fields={[
        {
          name: 'alertMails',
          label: 'Alerts',
          kind: 'yes-no',
          hint: 'When an alert begins, and when it is over.',
        },
        {
          name: 'weeklyMails',
          label: 'The week in numbers',
          kind: 'yes-no',
          hint: 'On Mondays: calls, calls handed over, failed calls, and what your agents could not answer.',
        },
      ]}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
