import type { Schemas } from '../api/client.js';
import type { Rollout } from './queries.js';

/** The end condition of a step, in words. */
function lengthOf({ calls, minutes }: Schemas['RolloutStep']): string {
  const parts = [
    ...(calls === undefined ? [] : [`${calls} calls`]),
    ...(minutes === undefined ? [] : [`${minutes} min`]),
  ];
  return parts.join(' and ') || 'the end';
}

/** The shares of a rollout's steps, and the current one. */
export function RolloutSteps({ rollout: { steps, step: now, share, state } }: { readonly rollout: Rollout }) {
  const stateOf = (at: number) =>
    state === 'completed' || at < now ? 'done' : at === now ? 'now' : undefined;
  return (
    <div className="stack-tight">
      <ol className="steps" aria-label="Steps">
        {steps.map((step, at) => (
          <li key={at} data-state={stateOf(at)} aria-current={stateOf(at) === 'now' ? 'step' : undefined}>
            <strong className="numeric">{step.share} %</strong>
            <span className="soft small">{lengthOf(step)}</span>
          </li>
        ))}
      </ol>
      <p className="soft small">{share} % of the calls go to the new version.</p>
    </div>
  );
}
