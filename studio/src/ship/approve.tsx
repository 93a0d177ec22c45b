import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, done, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { FormDialog } from '../ui/form-dialog.js';
import { approvalsQuery, deploymentsKey } from './queries.js';

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  /** The hash of the version to approve. */
  readonly version: string;
}

/** Approvals of a version for an environment. */
export function Approvals({ agentId, environment, version }: Props) {
  const mayApprove = useAccount().can('deployments:approve');
  const [isOpen, setOpen] = useState(false);
  const [withdrawn, setWithdrawn] = useState<string>();
  const approvals = useQuery(approvalsQuery(agentId, environment, version));
  return (
    <div className="stack-tight">
      {(approvals.data ?? []).map(({ approvalId, approvedBy, comment, createdAt }) => (
        <p key={approvalId} className="row row-wrap small">
          <span className="grow">
            <strong>{approvedBy}</strong> approved it <Age time={createdAt} />
            {comment !== '' && <span className="soft">: “{comment}”</span>}
          </span>
          {mayApprove && (
            <Button small look="quiet" onClick={() => setWithdrawn(approvalId)}>
              Take it back
            </Button>
          )}
        </p>
      ))}
      {mayApprove && (
        <div className="row">
          <Button small icon="check" onClick={() => setOpen(true)}>
            Approve for {environment}
          </Button>
        </div>
      )}
      {withdrawn !== undefined && (
        <Withdraw
          {...{ agentId, environment, approvalId: withdrawn }}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
      {isOpen && <ApproveDialog {...{ agentId, environment, version }} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Withdraw(props: {
  readonly agentId: string;
  readonly environment: Environment;
  readonly approvalId: string;
  readonly onClose: () => void;
}) {
  const { onClose, ...path } = props;
  const withdraw = useAction(
    () =>
      done(
        api.DELETE('/v1/agents/{agentId}/environments/{environment}/approvals/{approvalId}', {
          params: { path },
        }),
      ),
    { changes: [deploymentsKey(path.agentId)], said: 'The approval no longer counts.', quiet: true },
  );
  return (
    <Confirm
      title="Take the approval back?"
      action="Take it back"
      onConfirm={() => withdraw.mutateAsync(undefined)}
      onClose={onClose}
    >
      It no longer counts: what waits for it in {path.environment} goes on waiting, and what is deployed
      stays.
    </Confirm>
  );
}

function ApproveDialog({ agentId, environment, version, onClose }: Props & { readonly onClose: () => void }) {
  const approve = useAction(
    (comment: string) =>
      take(
        api.POST('/v1/agents/{agentId}/environments/{environment}/approvals', {
          params: { path: { agentId, environment } },
          body: { version, comment },
        }),
      ),
    { changes: [deploymentsKey(agentId)], said: `Approved for ${environment}.`, quiet: true },
  );
  return (
    <FormDialog
      title={`Approve this version for ${environment}`}
      lead="You can’t approve a version that you wrote, published first or asked to publish."
      action="Approve"
      initial={{ comment: '' }}
      fields={[{ name: 'comment', label: 'What you looked at', kind: 'long-text', rows: 3 }]}
      onSubmit={({ comment }) => approve.mutateAsync(comment.trim())}
      onClose={onClose}
    />
  );
}
