import type { IconName } from '../ui/icon';

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Scope needed to see it. */
  readonly scope: string;
  /** Additional search terms. */
  readonly words?: string;
}

/** Global navigation, used by the sidebar and the palette. A group with a title is folded at first. */
export const NAVIGATION: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  {
    title: '',
    places: [
      { to: '/', label: 'Home', icon: 'home', scope: 'agents:read', words: 'start today checklist set up' },
      { to: '/agents', label: 'Agents', icon: 'agent', scope: 'agents:read' },
      {
        to: '/conversations',
        label: 'Conversations',
        icon: 'chat',
        scope: 'conversations:read',
        words: 'calls inbox',
      },
      {
        to: '/live',
        label: 'Live',
        icon: 'wave',
        scope: 'conversations:read',
        words: 'calls now hang up outbound',
      },
      {
        to: '/dashboard',
        label: 'Dashboard',
        icon: 'chart',
        scope: 'conversations:read',
        words: 'latency cost',
      },
    ],
  },
  {
    title: 'System',
    places: [
      {
        to: '/providers',
        label: 'Providers',
        icon: 'plug',
        scope: 'agents:read',
        words: 'models voices openai keys',
      },
      {
        to: '/trunks',
        label: 'Phone trunks',
        icon: 'phone',
        scope: 'connectors:read',
        words: 'telephony sip numbers',
      },
      { to: '/secrets', label: 'Secrets', icon: 'lock', scope: 'secrets:read', words: 'tools' },
      { to: '/alerts', label: 'Alerts', icon: 'bell', scope: 'alerts:read', words: 'rules' },
      { to: '/webhooks', label: 'Webhooks', icon: 'webhook', scope: 'webhooks:read', words: 'deliveries' },
      { to: '/usage', label: 'Usage', icon: 'scroll', scope: 'conversations:read', words: 'cost tokens' },
      {
        to: '/people',
        label: 'People',
        icon: 'people',
        scope: 'people:read',
        words: 'team roles invite users',
      },
      { to: '/keys', label: 'API keys', icon: 'key', scope: 'keys:admin' },
      { to: '/instances', label: 'Instances', icon: 'gear', scope: 'agents:read', words: 'health version' },
      { to: '/audit', label: 'Audit log', icon: 'scroll', scope: 'keys:admin', words: 'history changes' },
    ],
  },
];

export const PLACES = NAVIGATION.flatMap(({ places }) => places);
