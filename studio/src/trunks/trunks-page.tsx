import { useAction } from '../api/action.js';
import { api, done, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { OutboundRules } from '../channels/outbound-rules.js';
import { Breakable } from '../ui/breakable.js';
import { CopyButton } from '../ui/copy.js';
import type { MenuEntry } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import { type OpenWindow, Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { lineFault, lineState } from './line-state.js';
import { readTrunks, type Trunk, TRUNKS_MS, trunksKey } from './queries.js';
import { TestTrunk } from './test-trunk.js';
import { TrunkFaults } from './trunk-faults.js';
import { TrunkForm } from './trunk-form.js';

/** Enables or disables a trunk. */
const useSwitch = () =>
  useAction(
    ({ trunkId, enabled }: Trunk) =>
      take(
        api.PATCH('/v1/telephony/trunks/{trunkId}', {
          params: { path: { trunkId } },
          body: { enabled: !enabled },
        }),
      ),
    { changes: [trunksKey] },
  );

const entriesOf = (
  trunk: Trunk,
  open: OpenWindow,
  onSwitch: (trunk: Trunk) => void,
): readonly MenuEntry[] => [
  { label: 'Change…', onSelect: () => open((onClose) => <TrunkForm trunk={trunk} onClose={onClose} />) },
  {
    label: 'Test…',
    icon: 'flask',
    onSelect: () => open((onClose) => <TestTrunk trunk={trunk} onClose={onClose} />),
  },
  ...(trunk.sipUri === null
    ? []
    : [
        {
          label: 'Copy where it sends calls to',
          icon: 'copy' as const,
          onSelect: () => void navigator.clipboard.writeText(trunk.sipUri ?? ''),
        },
      ]),
  {
    label: 'Refused calls…',
    onSelect: () => open((onClose) => <TrunkFaults trunk={trunk} onClose={onClose} />),
  },
  { label: trunk.enabled ? 'Switch off' : 'Switch on', onSelect: () => onSwitch(trunk) },
];

/** SIP trunks: addresses, credentials and state. */
export function TrunksPage() {
  const switchIt = useSwitch();
  return (
    <Page
      title="Phone trunks"
      lead="Your phone company or phone system, over which calls come in and go out. The numbers are under “Channels” of each agent."
    >
      <Records<Trunk>
        title="Trunks"
        icon="phone"
        empty={{
          title: 'No trunk yet',
          text: 'A trunk connects your phone company or phone system. Choose yours, and you see here where it has to send its calls.',
        }}
        queryKey={trunksKey}
        refetchMs={TRUNKS_MS}
        read={async () => ({ rows: await readTrunks(), next: undefined })}
        keyOf={({ trunkId }) => trunkId}
        nameOf={({ name }) => name}
        mayWrite={useAccount().can('connectors:write')}
        columns={COLUMNS}
        create={{ label: 'New trunk', window: (onClose) => <TrunkForm onClose={onClose} /> }}
        entries={(trunk, open) => entriesOf(trunk, open, switchIt.mutate)}
        remove={{
          act: ({ trunkId }) =>
            done(api.DELETE('/v1/telephony/trunks/{trunkId}', { params: { path: { trunkId } } })),
          text: 'No more calls come in or go out over it.',
        }}
      />
      <OutboundRules />
    </Page>
  );
}

const COLUMNS: readonly Column<Trunk>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="strong" text={name} /> },
  {
    name: 'Server',
    optional: 'wide',
    cell: ({ host, transport }) =>
      host === null ? <Short soft text="none: it only calls us" /> : `${host}, ${transport}`,
  },
  {
    name: 'Send its calls to',
    optional: true,
    width: 'clamp(10rem, 28cqi, 17rem)',
    cell: ({ sipUri }) =>
      sipUri === null ? (
        <span className="soft">SIP is switched off here</span>
      ) : (
        <span className="row row-wrap">
          <code className="small">
            <Breakable text={sipUri} />
          </code>
          <CopyButton text={sipUri} />
        </span>
      ),
  },
  { name: 'State', width: 'clamp(6.75rem, 18cqi, 14rem)', cell: (trunk) => <State trunk={trunk} /> },
  {
    name: 'Calls now',
    end: true,
    optional: true,
    width: '7rem',
    cell: ({ activeCalls, maxCalls }) => `${activeCalls} of ${maxCalls}`,
  },
];

/** Registration and reachability, with reasons. */
function State({ trunk }: { readonly trunk: Trunk }) {
  const [words, tone] = lineState(trunk);
  const fault = trunk.enabled ? lineFault(trunk) : undefined;
  return (
    <span className="row row-wrap">
      <Badge tone={tone}>{words}</Badge>
      {fault !== undefined && <span className="soft small">{fault}</span>}
    </span>
  );
}
