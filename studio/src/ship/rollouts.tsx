import { useQuery } from '@tanstack/react-query';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Badge, Card, Facts } from '../ui/surfaces.js';
import { inWords } from '../ui/words.js';
import { deploymentsKey, rolloutsQuery } from './queries.js';

type Rollout = Schemas['Rollout'];
type Act = 'pause' | 'resume' | 'finish' | 'abort';

/** Rollouts that are under way: their share of the calls, what was found, and what can be done. */
export function Rollouts({ agentId }: { readonly agentId: string }) {
  const { data = [] } = useQuery({ ...rolloutsQuery(agentId), refetchInterval: 5_000 });
  const running = data.filter(({ state }) => state === 'running' || state === 'paused');
  return running.map((rollout) => <RolloutCard key={rollout.rolloutId} rollout={rollout} />);
}

const ACTIONS: readonly { readonly act: Act; readonly label: string; readonly states: readonly string[] }[] =
  [
    { act: 'pause', label: 'Pause', states: ['running'] },
    { act: 'resume', label: 'Go on', states: ['paused'] },
    { act: 'finish', label: 'Give it all calls', states: ['running', 'paused'] },
    { act: 'abort', label: 'Take it back', states: ['running', 'paused'] },
  ];

function doIt(agentId: string, rolloutId: string, act: Act) {
  const params = { path: { agentId, rolloutId } };
  switch (act) {
    case 'pause':
      return take(api.POST('/v1/agents/{agentId}/rollouts/{rolloutId}/pause', { params }));
    case 'resume':
      return take(api.POST('/v1/agents/{agentId}/rollouts/{rolloutId}/resume', { params }));
    case 'finish':
      return take(api.POST('/v1/agents/{agentId}/rollouts/{rolloutId}/finish', { params }));
    case 'abort':
      return take(api.POST('/v1/agents/{agentId}/rollouts/{rolloutId}/abort', { params }));
  }
}

function RolloutCard({ rollout }: { readonly rollout: Rollout }) {
  const { can } = useAccount();
  const { agentId, rolloutId, environment, state, share, step, steps, createdBy, createdAt, findings } =
    rollout;
  const act = useAction((what: Act) => doIt(agentId, rolloutId, what), {
    changes: [deploymentsKey(agentId)],
  });
  return (
    <Card
      title={`A new version is on its way to ${environment}`}
      actions={<Badge tone={state === 'running' ? 'accent' : 'warn'}>{state}</Badge>}
    >
      <div className="stack">
        <Facts
          facts={[
            ['Share of the calls', `${share} %`],
            ['Step', `${step + 1} of ${steps.length}`],
            ['By', createdBy],
            ['Since', <Age time={createdAt} />],
            ['Found', findings.map(({ metric }) => inWords(metric)).join(', ') || 'nothing against it'],
          ]}
        />
        {can('deployments:write') && (
          <div className="row row-wrap">
            {ACTIONS.filter(({ states }) => states.includes(state)).map(({ act: what, label }) => (
              <Button key={what} small busy={act.isPending} onClick={() => act.mutate(what)}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Card>
  );
}
