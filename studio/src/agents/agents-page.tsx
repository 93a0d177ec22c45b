import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAction } from '../api/action.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button, IconButton } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { FormDialog } from '../ui/form-dialog.js';
import { CheckInput, TextInput } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Menu } from '../ui/menu.js';
import { MoreAhead } from '../ui/more.js';
import { Page } from '../ui/page.js';
import { Card, Empty } from '../ui/surfaces.js';
import { type Column, MENU_WIDTH, Table } from '../ui/table.js';
import { CallsNow, ErrorsToday } from './activity.js';
import { ActiveBadges, ToPublish } from './active-badges.js';
import { NewAgentDialog } from './new-agent-dialog.js';
import { agentsKey, agentsQuery, allActiveQuery } from './queries.js';

type Agent = Schemas['Agent'];
type Open = { readonly what: 'new' } | { readonly what: 'rename' | 'delete'; readonly agent: Agent };

/** Rows rendered at first; searching or scrolling shows more. */
const PAGE_ROWS = 50;

export function AgentsPage() {
  const { accountId, can } = useAccount();
  const agents = useQuery(agentsQuery(accountId));
  const [open, setOpen] = useState<Open>();
  const create = can('agents:write') && (
    <Button look="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      New agent
    </Button>
  );
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Agents"
      lead="Who answers your calls. Open one to change it, try it and ship it."
      actions={create}
    >
      <Loaded query={agents}>
        {(rows) => (
          <Card flush>
            {rows.length === 0 ? (
              <Empty icon="agent" title="No agents yet" actions={create}>
                An agent is a voice with something to say. Begin with a template, talk to it a minute later.
              </Empty>
            ) : (
              <AgentTable rows={rows} onOpen={setOpen} />
            )}
          </Card>
        )}
      </Loaded>
      {open?.what === 'new' && <NewAgentDialog onClose={close} />}
      {open?.what === 'rename' && <RenameAgent agent={open.agent} onClose={close} />}
      {open?.what === 'delete' && <DeleteAgent agent={open.agent} onClose={close} />}
    </Page>
  );
}

interface AgentTableProps {
  readonly rows: readonly Agent[];
  readonly onOpen: (open: Open) => void;
}

const COLUMNS: readonly Column<Agent>[] = [
  {
    name: 'Name',
    cell: ({ agentId, agentName }) => (
      <Link
        to="/agents/$agentId"
        params={{ agentId }}
        className="cell-title truncate one-line"
        title={agentName}
      >
        {agentName || agentId}
      </Link>
    ),
  },
  {
    name: 'Live in',
    width: 'clamp(9rem, 29cqi, 21rem)',
    cell: ({ agentId }) => <ActiveBadges agentId={agentId} />,
  },
  { name: 'Now', optional: true, width: '5.5rem', cell: ({ agentId }) => <CallsNow agentId={agentId} /> },
  {
    name: 'Errors today',
    optional: 'wide',
    width: '7.5rem',
    end: true,
    cell: ({ agentId }) => <ErrorsToday agentId={agentId} />,
  },
  {
    name: 'Changed',
    optional: true,
    width: '13rem',
    cell: ({ agentId, updatedAt }) => (
      <span className="row row-wrap">
        <Age time={updatedAt} />
        <ToPublish agentId={agentId} />
      </span>
    ),
  },
];

function AgentTable({ rows, onOpen }: AgentTableProps) {
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { data: active } = useQuery(allActiveQuery);
  const [shown, setShown] = useState(PAGE_ROWS);
  const showMore = () => setShown((rows) => rows + PAGE_ROWS);
  const wanted = search.trim().toLowerCase();
  const found = rows.filter(
    ({ agentName, agentId }) =>
      `${agentName} ${agentId}`.toLowerCase().includes(wanted) &&
      (!onlyChanged || active?.get(agentId)?.hasChanges === true),
  );
  const columns = [
    ...COLUMNS,
    {
      name: '',
      end: true,
      width: MENU_WIDTH,
      cell: (agent: Agent) => <AgentMenu agent={agent} onOpen={onOpen} />,
    },
  ];
  return (
    <>
      {rows.length > 8 && (
        <div className="card-head">
          <TextInput
            type="search"
            aria-label="Search agents"
            placeholder={`Search ${rows.length} agents`}
            value={search}
            onValue={setSearch}
          />
          <CheckInput label="With changes to publish" checked={onlyChanged} onValue={setOnlyChanged} />
        </div>
      )}
      <Table label="Agents" columns={columns} rows={found.slice(0, shown)} keyOf={({ agentId }) => agentId} />
      <MoreAhead more={found.length > shown ? showMore : undefined} busy={false} />
    </>
  );
}

function AgentMenu({ agent, onOpen }: { readonly agent: Agent } & Pick<AgentTableProps, 'onOpen'>) {
  const { can } = useAccount();
  const params = { path: { agentId: agent.agentId }, header: once() };
  const copy = useAction(
    () =>
      take(
        api.POST('/v1/agents/{agentId}/duplicate', {
          params,
          body: { newAgentName: `Copy of ${agent.agentName}`.slice(0, 100) },
        }),
      ),
    { changes: [agentsKey], said: ({ agentName }) => `Made “${agentName}”.` },
  );
  if (!can('agents:write')) return null;
  return (
    <Menu
      entries={[
        { label: 'Rename…', onSelect: () => onOpen({ what: 'rename', agent }) },
        { label: 'Make a copy', icon: 'copy', onSelect: () => copy.mutate(undefined) },
        {
          label: 'Copy the id',
          icon: 'code',
          onSelect: () => void navigator.clipboard.writeText(agent.agentId),
        },
        { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => onOpen({ what: 'delete', agent }) },
      ]}
    >
      <IconButton icon="more" label={`More for ${agent.agentName}`} small />
    </Menu>
  );
}

interface AboutAgent {
  readonly agent: Agent;
  readonly onClose: () => void;
}

function RenameAgent({ agent: { agentId, agentName }, onClose }: AboutAgent) {
  const rename = useAction(
    (name: string) =>
      take(api.PATCH('/v1/agents/{agentId}', { params: { path: { agentId } }, body: { name } })),
    { changes: [agentsKey], quiet: true },
  );
  return (
    <FormDialog
      title="Rename the agent"
      action="Rename"
      initial={{ name: agentName }}
      fields={[{ name: 'name', label: 'Name', kind: 'text', required: true }]}
      onSubmit={({ name }) => rename.mutateAsync(name)}
      onClose={onClose}
    />
  );
}

function DeleteAgent({ agent: { agentId, agentName }, onClose }: AboutAgent) {
  const remove = useAction(
    () => done(api.DELETE('/v1/agents/{agentId}', { params: { path: { agentId } } })),
    { changes: [agentsKey], said: `Deleted “${agentName}”.`, quiet: true },
  );
  return (
    <Confirm
      title={`Delete “${agentName}”?`}
      action="Delete agent"
      onConfirm={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      Its draft, its versions and its connectors go with it, and callers no longer reach it. This can&rsquo;t
      be undone.
    </Confirm>
  );
}
