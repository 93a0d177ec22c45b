import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { allActiveQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { PublishButton } from '../ship/publish-button.js';
import { Notice } from '../ui/notice.js';
import { ApiPanel } from './api-panel.js';
import { Connectors } from './connectors-card.js';
import { OutboundRules } from './outbound-rules.js';
import { PhoneNumbers } from './phone-numbers.js';
import { PhonePanel } from './phone-panel.js';
import { RealTimeConfigs } from './real-time-configs.js';
import { WayCards } from './way-cards.js';
import { WebsitePanel } from './website-panel.js';

const WAYS = ['website', 'phone', 'api', 'advanced'] as const;
export type Way = (typeof WAYS)[number];

/** Where people reach the agent: on a website, by phone, and from programs. */
export function ChannelsTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const way = WAYS.find((one) => one === hash) ?? 'website';
  const mayWrite = useAccount().can('connectors:write');
  return (
    <div className="stack">
      <NotLive agentId={agentId} />
      <WayCards agentId={agentId} chosen={way} />
      {way === 'website' && <WebsitePanel agentId={agentId} mayWrite={mayWrite} />}
      {way === 'phone' && <PhonePanel agentId={agentId} mayWrite={mayWrite} />}
      {way === 'api' && <ApiPanel />}
      {way === 'advanced' && (
        <>
          <Connectors agentId={agentId} mayWrite={mayWrite} />
          <PhoneNumbers agentId={agentId} mayWrite={mayWrite} />
          <OutboundRules agentId={agentId} />
          <RealTimeConfigs agentId={agentId} />
        </>
      )}
    </div>
  );
}

/** Callers reach the live version only. */
function NotLive({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery(allActiveQuery);
  if (!data || data.get(agentId)?.since.live !== undefined) return null;
  return (
    <Notice tone="warn" title="Callers do not reach it yet.">
      <p>Publish it, and what you set up here works at once.</p>
      <PublishButton agentId={agentId} />
    </Notice>
  );
}
