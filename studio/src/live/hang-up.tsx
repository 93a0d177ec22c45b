import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done } from '../api/client.js';
import { conversationsKey } from '../conversations/queries.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';

/** Ends a running call, after a confirmation. */
export function HangUp({ conversationId }: { readonly conversationId: string }) {
  const [isAsking, setAsking] = useState(false);
  const hangUp = useAction(
    () =>
      done(api.POST('/v1/conversations/{conversationId}/hang-up', { params: { path: { conversationId } } })),
    { changes: [conversationsKey], said: 'Hung up.', quiet: true },
  );
  return (
    <>
      <Button small icon="hangUp" onClick={() => setAsking(true)}>
        Hang up
      </Button>
      {isAsking && (
        <Confirm
          title="Hang this call up?"
          action="Hang up"
          onConfirm={() => hangUp.mutateAsync(undefined)}
          onClose={() => setAsking(false)}
        >
          Whoever is on the line hears that the call ends. Its record stays.
        </Confirm>
      )}
    </>
  );
}
