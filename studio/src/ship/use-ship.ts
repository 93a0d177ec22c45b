import type { Environment } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { shortVersion } from '../ui/words.js';
import { type Deployment, deploymentsKey } from './queries.js';

/** How a deployment is made: why, how fast, and what of the gates. */
export type Details = Pick<Schemas['Publish'], 'deploymentMessage' | 'rollout' | 'wait' | 'override'>;

/** A wish that waits for gates is answered by 202 with something else: the document shows 201 alone. */
type Answer = Partial<Schemas['DeploymentMutation']>;

/** Publishes the draft, or promotes a deployment. */
export function useShip(
  agentId: string,
  environment: Environment,
  source: Deployment | undefined,
  details: () => Details,
) {
  const publish = () =>
    take(
      api.POST('/v1/agents/{agentId}/deployments/publish', {
        params: { path: { agentId }, header: once() },
        body: { environment, ...details() },
      }),
    );
  const promote = ({ id: deploymentId }: Deployment) =>
    take(
      api.POST('/v1/agents/{agentId}/deployments/{deploymentId}/promote', {
        params: { path: { agentId, deploymentId }, header: once() },
        body: { targetEnvironment: environment === 'live' ? 'live' : 'pre-release', ...details() },
      }),
    );
  return useAction((): Promise<Answer> => (source ? promote(source) : publish()), {
    changes: [deploymentsKey(agentId)],
    said: ({ deployment }) => (deployment ? shippedWords(deployment) : waitingWords(environment)),
    quiet: true,
  });
}

const waitingWords = (environment: Environment) =>
  `It waits for the gates of ${environment}, and is deployed by itself when the last one opens.`;

const shippedWords = ({ environment, version, metadata }: Deployment) =>
  [
    `Published to ${environment} as version ${shortVersion(version)}.`,
    ...(metadata.warnings ?? []).map(({ message }) => message),
  ].join(' ');
