import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { deploymentsKey } from './queries.js';

/** The two ways to end an experiment. */
function useEnding({ agentId, environment }: Schemas['Experiment']) {
  const params = { path: { agentId, environment } };
  const changes = [deploymentsKey(agentId)];
  const promote = useAction(
    (arm: string) =>
      take(
        api.POST('/v1/agents/{agentId}/environments/{environment}/experiment/promote', {
          params,
          body: { arm },
        }),
      ),
    { changes },
  );
  const end = useAction(
    () => take(api.DELETE('/v1/agents/{agentId}/environments/{environment}/experiment', { params })),
    { changes, said: 'Ended the experiment.', quiet: true },
  );
  return { promote, end };
}

/** Actions on a running experiment: promote an arm, or stop. */
export function ExperimentActions({ experiment }: { readonly experiment: Schemas['Experiment'] }) {
  const { state, arms } = experiment;
  const { can } = useAccount();
  const [asked, setAsked] = useState<string>();
  const [isEnding, setEnding] = useState(false);
  const { promote, end } = useEnding(experiment);
  const isRunning = state === 'running';
  if (!can('deployments:write') || (!isRunning && state !== 'decided')) return null;
  return (
    <div className="row row-wrap">
      {isRunning &&
        arms.map(({ name }) => (
          <Button key={name} small onClick={() => setAsked(name)}>
            Promote “{name}”
          </Button>
        ))}
      <Button small onClick={() => setEnding(true)}>
        End it
      </Button>
      {asked !== undefined && (
        <Confirm
          title={`Give “${asked}” all calls?`}
          action="Promote it"
          harmless
          onConfirm={() => promote.mutateAsync(asked)}
          onClose={() => setAsked(undefined)}
        >
          This ends the experiment. Running calls keep their version.
        </Confirm>
      )}
      {isEnding && (
        <EndExperiment
          environment={experiment.environment}
          onEnd={() => end.mutateAsync(undefined)}
          onClose={() => setEnding(false)}
        />
      )}
    </div>
  );
}

function EndExperiment(props: {
  readonly environment: string;
  readonly onEnd: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  return (
    <Confirm title="End the experiment?" action="End it" onConfirm={props.onEnd} onClose={props.onClose}>
      All callers of {props.environment} get the version that is deployed there, as before it began.
    </Confirm>
  );
}
