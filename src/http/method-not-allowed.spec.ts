import { fastify, type HTTPMethods } from 'fastify';
import { RouteTable } from './method-not-allowed.js';

const ROUTES: [HTTPMethods, string][] = [
  ['GET', '/agents/:agentId'],
  ['GET', '/agents/:agentId/deployments/:deploymentId'],
  ['POST', '/agents/:agentId/deployments/publish'],
  ['POST', '/agents/:agentId/deployments/:deploymentId/promote'],
  ['GET', '/agents/:agentId/deployments/active'],
  ['PATCH', '/agents/:agentId/deployments/batch'],
  ['POST', '/agents/:agentId/deployments/batch'],
];

describe('RouteTable', () => {
  const server = fastify();
  const table = RouteTable.watch(server);
  for (const [method, url] of ROUTES) server.route({ method, url, handler: () => '' });

  it.each([
    ['OPTIONS', '/agents/a/deployments/publish', undefined, ['POST']],
    ['GET', '/agents/a/deployments/publish', '/agents/:agentId/deployments/:deploymentId', ['POST']],
    ['POST', '/agents/a/deployments/publish', '/agents/:agentId/deployments/publish', undefined],
    ['GET', '/agents/a/deployments/dep_1', '/agents/:agentId/deployments/:deploymentId', undefined],
    ['DELETE', '/agents/a/deployments/dep_1', undefined, ['GET', 'HEAD']],
    ['HEAD', '/agents/a/deployments/active', '/agents/:agentId/deployments/active', undefined],
    ['DELETE', '/agents/a/deployments/batch', undefined, ['PATCH', 'POST']],
    ['GET', '/agents/publish', '/agents/:agentId', undefined],
    ['GET', '/nowhere', undefined, undefined],
  ])('answers %s %s, found as %s, with 405 for a path with %j', (method, url, matched, expected) => {
    expect(table.refusal(method, url, matched)).toEqual(expected);
  });
});
