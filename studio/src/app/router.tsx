import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { filtersIn } from '../conversations/list-filters.js';
import { HomePage } from '../home/home-page.js';
import { Broken, NotFound } from './not-found.js';
import { Shell } from './shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Broken });

/** A lazily loaded page. */
const page = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

const loadInbox = (): Promise<Record<string, unknown>> => import('../conversations/conversations-page.js');

/** Loaded with the frame. */
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const conversations = createRoute({
  getParentRoute: () => root,
  path: '/conversations',
  validateSearch: filtersIn,
  component: lazyRouteComponent(loadInbox, 'ConversationsPage'),
});

const inboxPart = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => conversations, path, component: lazyRouteComponent(load, name) });

const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$agentId',
  component: lazyRouteComponent(() => import('../agents/agent-page.js'), 'AgentPage'),
});

const agentTab = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => agent, path, component: lazyRouteComponent(load, name) });

const routes = root.addChildren([
  home,
  page('/agents', () => import('../agents/agents-page.js'), 'AgentsPage'),
  conversations.addChildren([
    inboxPart('/', loadInbox, 'NothingOpen'),
    inboxPart('/$conversationId', () => import('../conversations/conversation-page.js'), 'ConversationPage'),
  ]),
  page('/components', () => import('../components/components-page.js'), 'ComponentsPage'),
  page('/instances', () => import('../instances/instances-page.js'), 'InstancesPage'),
  page('/live', () => import('../live/live-page.js'), 'LivePage'),
  page('/trunks', () => import('../trunks/trunks-page.js'), 'TrunksPage'),
  page('/test-runs/$testRunId', () => import('../tests/test-run-page.js'), 'TestRunPage'),
  page('/dashboard', () => import('../usage/dashboard-page.js'), 'DashboardPage'),
  page('/usage', () => import('../usage/usage-page.js'), 'UsagePage'),
  page('/alerts', () => import('../alerts/alerts-page.js'), 'AlertsPage'),
  page('/webhooks', () => import('../webhooks/webhooks-page.js'), 'WebhooksPage'),
  page('/webhooks/$endpointId', () => import('../webhooks/webhook-page.js'), 'WebhookPage'),
  page('/providers', () => import('../providers/providers-page.js'), 'ProvidersPage'),
  page('/secrets', () => import('../records/secrets-page.js'), 'SecretsPage'),
  page('/people', () => import('../people/people-page.js'), 'PeoplePage'),
  page('/keys', () => import('../records/keys-page.js'), 'KeysPage'),
  page('/audit', () => import('../records/audit-page.js'), 'AuditPage'),
  agent.addChildren([
    agentTab('/', () => import('../editor/build-tab.js'), 'BuildTab'),
    agentTab('/talk', () => import('../talk/talk-tab.js'), 'TalkTab'),
    agentTab('/knowledge', () => import('../knowledge/knowledge-tab.js'), 'KnowledgeTab'),
    agentTab('/tests', () => import('../tests/tests-tab.js'), 'TestsTab'),
    agentTab('/tests/$testSetId', () => import('../tests/test-set-tab.js'), 'TestSetTab'),
    agentTab('/channels', () => import('../channels/channels-tab.js'), 'ChannelsTab'),
    agentTab('/ship', () => import('../ship/ship-tab.js'), 'ShipTab'),
    agentTab('/rollouts/$rolloutId', () => import('../ship/rollout-tab.js'), 'RolloutTab'),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: '/studio',
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
