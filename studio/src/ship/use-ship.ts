import { allActiveQuery, type Environment } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { type Deployment, deploymentsKey } from './queries.js';

/** Options of a deployment: message, rollout, and handling of gates. */
export type Details = Pick<Schemas['Publish'], 'deploymentMessage' | 'rollout' | 'wait' | 'override'>;

/** With `wait`, a 202 has another body; the OpenAPI types show only the 201. */
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
    changes: [deploymentsKey(agentId), allActiveQuery.queryKey],
    said: ({ deployment }) => (deployment ? shippedWords(deployment, !source) : waitingWords(environment)),
    quiet: true,
  });
}

const waitingWords = (environment: Environment) =>
  `It waits for the gates of ${environment}, and is published when the last one opens.`;

/** The dialog has told the warnings of a draft. */
const shippedWords = ({ environment, metadata }: Deployment, isDraft: boolean) =>
  [
    `Published to ${environment}.`,
    ...(isDraft ? [] : (metadata.warnings ?? []).map(({ message }) => message)),
  ].join(' ');
