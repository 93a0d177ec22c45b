import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { deploymentsKey, type Rollout } from './queries.js';

type Act = 'pause' | 'resume' | 'finish' | 'abort';

const ACTIONS: readonly { readonly act: Act; readonly label: string; readonly states: readonly string[] }[] =
  [
    { act: 'pause', label: 'Pause', states: ['running'] },
    { act: 'resume', label: 'Go on', states: ['paused'] },
    { act: 'finish', label: 'Give it all calls', states: ['running', 'paused'] },
    { act: 'abort', label: 'Take it back', states: ['running', 'paused'] },
  ];

/** Confirmations of the two irreversible actions. */
const QUESTIONS: Readonly<Partial<Record<Act, { readonly title: string; readonly text: string }>>> = {
  finish: {
    title: 'Give the new version all calls?',
    text: 'The remaining steps are left out, and no guard takes it back any more.',
  },
  abort: {
    title: 'Take the new version back?',
    text: 'New calls get the previous version at once. Running calls keep theirs.',
  },
};

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

/** Actions available for a rollout. */
export function RolloutActions({ rollout }: { readonly rollout: Rollout }) {
  const { agentId, rolloutId, state } = rollout;
  const { can } = useAccount();
  const [asked, setAsked] = useState<Act>();
  const act = useAction((what: Act) => doIt(agentId, rolloutId, what), {
    changes: [deploymentsKey(agentId)],
  });
  const possible = ACTIONS.filter(({ states }) => states.includes(state));
  const question = asked && QUESTIONS[asked];
  if (!can('deployments:write') || possible.length === 0) return null;
  return (
    <div className="row row-wrap">
      {possible.map(({ act: what, label }) => (
        <Button
          key={what}
          small
          busy={act.isPending}
          onClick={() => (QUESTIONS[what] ? setAsked(what) : act.mutate(what))}
        >
          {label}
        </Button>
      ))}
      {asked && question && (
        <Confirm
          title={question.title}
          action={ACTIONS.find((one) => one.act === asked)?.label ?? ''}
          harmless={asked === 'finish'}
          onConfirm={() => act.mutateAsync(asked)}
          onClose={() => setAsked(undefined)}
        >
          {question.text}
        </Confirm>
      )}
    </div>
  );
}
