import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { type Option, Segments } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Short } from '../ui/short.js';
import { Card, Empty, Facts } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { formatBytes, formatDuration, formatNumber } from '../ui/words.js';

type Group = Schemas['UsageGroup'];
const NAMES = { day: 'Day', agent: 'Agent', provider: 'Provider' } as const;
type GroupBy = keyof typeof NAMES;
const GROUPS: readonly Option<GroupBy>[] = [
  { value: 'day', label: NAMES.day },
  { value: 'agent', label: NAMES.agent },
  { value: 'provider', label: NAMES.provider },
];

const sum = (usage: Group['usage'], name: 'inputTokens' | 'outputTokens' | 'characters') =>
  formatNumber(usage.reduce((total, one) => total + (one[name] ?? 0), 0));

const AMOUNTS: readonly Column<Group>[] = [
  {
    name: 'Tokens in',
    end: true,
    optional: true,
    width: '7.5rem',
    cell: (group) => sum(group.usage, 'inputTokens'),
  },
  {
    name: 'Tokens out',
    end: true,
    optional: true,
    width: '7.5rem',
    cell: (group) => sum(group.usage, 'outputTokens'),
  },
  {
    name: 'Characters spoken',
    end: true,
    optional: 'wide',
    width: '10.5rem',
    cell: (group) => sum(group.usage, 'characters'),
  },
];

const columnsFor = (
  groupBy: GroupBy,
  currency: string | null,
  nameOf: (key: string) => string,
): readonly Column<Group>[] => [
  { name: NAMES[groupBy], cell: ({ key }) => <Short as="strong" text={nameOf(key)} /> },
  { name: 'Calls', end: true, width: '5.5rem', cell: ({ calls }) => formatNumber(calls) },
  {
    name: 'Minutes',
    end: true,
    optional: true,
    width: '6.5rem',
    cell: ({ callSeconds }) => formatDuration(callSeconds * 1_000),
  },
  ...AMOUNTS,
  {
    name: 'Cost',
    end: true,
    width: '7.5rem',
    cell: ({ cost }) => (cost === null ? '–' : `${cost.toFixed(2)} ${currency ?? ''}`),
  },
];

export function UsagePage() {
  const { accountId } = useAccount();
  const [groupBy, setGroupBy] = useState<GroupBy>('day');
  const agents = useQuery(agentsQuery(accountId));
  const usage = useQuery({
    queryKey: ['usage', groupBy],
    queryFn: () => take(api.GET('/v1/usage', { params: { query: { groupBy } } })),
  });
  const nameOf = (key: string) => agents.data?.find(({ agentId }) => agentId === key)?.agentName ?? key;
  return (
    <Page
      title="Usage"
      lead={`What the calls of account ${accountId} came to in the last 30 days. Calls whose record was deleted are not in it.`}
      actions={<Segments label="By" value={groupBy} options={GROUPS} onValue={setGroupBy} />}
    >
      <Card flush>
        <Loaded query={usage}>
          {({ groups, currency }) =>
            groups.length === 0 ? (
              <Empty icon="wave" title="No calls in the last 30 days">
                Minutes, tokens and cost appear with the first call.
              </Empty>
            ) : (
              <Table
                label="Usage"
                columns={columnsFor(groupBy, currency, nameOf)}
                rows={groupBy === 'day' ? groups.toReversed() : groups}
                keyOf={({ key }) => key}
              />
            )
          }
        </Loaded>
      </Card>
      <Storage />
    </Page>
  );
}

const KINDS: Readonly<Record<Schemas['StoredKind']['kind'], string>> = {
  drafts: 'Drafts',
  versions: 'Published versions',
  knowledge: 'Knowledge',
  tests: 'Tests',
  conversations: 'Conversations',
  recordings: 'Recordings',
  webhooks: 'Webhook events',
  outboundCalls: 'Outbound calls',
  callTokens: 'Call tokens',
  idempotency: 'Answers kept for repeated requests',
  auditLog: 'Audit log',
};

function Storage() {
  const storage = useQuery({
    queryKey: ['storage'],
    queryFn: () => take(api.GET('/v1/usage/storage')),
  });
  return (
    <Card title="Storage">
      <Loaded query={storage}>
        {({ usedBytes, limitBytes, kinds }) => (
          <Facts
            facts={[
              [
                'Used',
                `${formatBytes(usedBytes)}${limitBytes === null ? '' : ` of ${formatBytes(limitBytes)}`}`,
              ],
              ...kinds.map(({ kind, bytes }) => [KINDS[kind], formatBytes(bytes)] as const),
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
