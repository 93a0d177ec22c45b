import { useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Badge, Card, type Tone } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { Health } from './health.js';
import { Settings } from './settings.js';

type Instance = Schemas['Instance'];

const LOOK_MS = 5_000;
const TONES: Readonly<Record<Instance['state'], Tone>> = { ready: 'good', full: 'warn', draining: 'accent' };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const COLUMNS: readonly Column<Instance>[] = [
  {
    name: 'Instance',
    cell: ({ instanceId, self }) => (
      <span className="row row-wrap">
        <code className="long-word">{instanceId}</code> {self && <Badge>answers you</Badge>}
      </span>
    ),
    total: ({ length }) => `All ${length}`,
  },
  { name: 'State', width: '7rem', cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  {
    name: 'Calls',
    end: true,
    width: 'clamp(6rem, 20cqi, 8rem)',
    cell: ({ activeSessions, maxSessions }) => `${activeSessions} of ${maxSessions}`,
    total: (rows) =>
      `${sum(rows.map(({ activeSessions }) => activeSessions))} of ${sum(rows.map(({ maxSessions }) => maxSessions))}`,
  },
  { name: 'Version', optional: true, width: '7rem', cell: ({ version }) => version },
  { name: 'Started', optional: true, width: '7rem', cell: ({ startedAt }) => <Age time={startedAt} /> },
  { name: 'Seen', optional: 'wide', width: '7rem', cell: ({ seenAt }) => <Age time={seenAt} /> },
];

/** The processes that carry calls: their versions, load and health. */
export function InstancesPage() {
  const { can } = useAccount();
  const instances = useQuery({
    queryKey: ['instances'],
    refetchInterval: LOOK_MS,
    queryFn: async () => (await take(api.GET('/v1/instances'))).instances,
  });
  return (
    <Page title="Instances" lead="The processes that carry calls, how they are, and what they are set to.">
      <Card flush>
        <Loaded query={instances}>
          {(rows) => (
            <Table<Instance>
              label="Instances"
              rows={rows}
              keyOf={({ instanceId }) => instanceId}
              columns={COLUMNS}
            />
          )}
        </Loaded>
      </Card>
      <Health />
      {can('keys:admin') && <Settings />}
    </Page>
  );
}
