import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { useToasts } from '../ui/toast.js';

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.js')).PublishDialog }));

interface Props {
  readonly agentId: string;
  /** Saves pending changes. */
  readonly before?: () => Promise<void>;
}

/** Publishes the draft to callers. */
export function PublishButton({ agentId, before = () => Promise.resolve() }: Props) {
  const { can } = useAccount();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  if (!can('deployments:write')) return null;
  return (
    <>
      <Button
        look="primary"
        small
        icon="rocket"
        onClick={() => void before().then(() => setOpen(true), toasts.failed)}
      >
        Publish
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog agentId={agentId} environment="live" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
