import type { HttpAnswer } from '../support/http.js';
import type { RollingOut } from './rolling-out.js';

const path = ({ agentId }: RollingOut, rest = '') =>
  `/v1/agents/${agentId}/environments/live/experiment${rest}`;

export const askForExperiment = (
  rolling: RollingOut,
  method: string,
  rest = '',
  { key = rolling.key, body }: { readonly key?: string; readonly body?: object } = {},
): Promise<HttpAnswer> => rolling.call(method, path(rolling, rest), { key, body });

/** Publishes a version with a shorter variant. */
export function publishBoth(rolling: RollingOut, greeting: string, more: object = {}) {
  const variants = { short: { overrides: { greeting: `${greeting} In short.` } } };
  return rolling.publishGreeting(greeting, more, { variants });
}

/** Starts an experiment with three arms: the active version, its variant and the previous version. */
export async function beginExperiment(rolling: RollingOut, more: object = {}) {
  const old = await publishBoth(rolling, 'Old.');
  const fresh = await publishBoth(rolling, 'New.');
  const arms = [
    { name: 'new', weight: 50 },
    { name: 'short', weight: 30, variantId: 'short' },
    { name: 'old', weight: 20, version: old.id },
  ];
  const answer = await askForExperiment(rolling, 'PUT', '', { body: { name: 'Greetings', arms, ...more } });
  expect(answer.status).toBe(200);
  return { old, fresh, experiment: answer.body.experiment };
}
