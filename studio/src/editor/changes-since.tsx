import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activeQuery, ENVIRONMENTS } from '../agents/queries.js';
import { DiffView } from '../ship/diff-view.js';
import { diffQuery } from '../ship/queries.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly agentId: string;
  /** Revision of the saved draft; another one is compared again. */
  readonly revision: number;
}

/** Changes of the draft since the last publish, in any environment; empty without one. */
export function ChangesSince({ agentId, revision }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data: active } = useQuery(activeQuery(agentId));
  const published = ENVIRONMENTS.flatMap((environment) => active?.[environment] ?? []);
  const last = published.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const { queryKey, ...diff } = diffQuery(agentId, last?.id ?? '', 'draft');
  const { data: changes } = useQuery({
    ...diff,
    queryKey: [...queryKey, String(revision)],
    enabled: last !== undefined,
    placeholderData: (before) => before,
  });
  if (!last || !changes) return null;
  if (changes.length === 0) return <span className="soft small">As published to {last.environment}</span>;
  return (
    <>
      <Button small look="quiet" onClick={() => setOpen(true)}>
        {changes.length} {changes.length === 1 ? 'change' : 'changes'} since {last.environment}
      </Button>
      {isOpen && (
        <Dialog title={`Changed since ${last.environment}`} wide onClose={() => setOpen(false)}>
          <DiffView agentId={agentId} from={last.id} to="draft" />
        </Dialog>
      )}
    </>
  );
}
