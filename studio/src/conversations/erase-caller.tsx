import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { conversationsKey } from './queries.js';

interface Props {
  readonly caller?: string;
  readonly onClose: () => void;
}

/** Deletes all data of one caller, for example on a GDPR request. */
export function EraseCaller({ caller: known = '', onClose }: Props) {
  const erase = useAction(
    (caller: string) => take(api.DELETE('/v1/conversations', { params: { query: { caller } } })),
    {
      changes: [conversationsKey],
      said: ({ deleted, inProgress }) =>
        `Deleted ${deleted} ${deleted === 1 ? 'conversation' : 'conversations'}.` +
        (inProgress === 0 ? '' : ` ${inProgress} still going on: erase again when they are over.`),
      quiet: true,
    },
  );
  return (
    <FormDialog
      title="Erase a caller"
      lead="Everything that was said and recorded in the conversations of this caller is deleted. This can’t be undone."
      action="Erase for good"
      initial={{ caller: known }}
      fields={[
        {
          name: 'caller',
          label: 'Caller',
          kind: 'text',
          required: true,
          placeholder: '+442079460123',
          hint: 'Exactly as the conversations have it.',
        },
      ]}
      onSubmit={({ caller }) => erase.mutateAsync(caller)}
      onClose={onClose}
    />
  );
}
