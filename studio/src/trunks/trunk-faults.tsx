import { useQuery } from '@tanstack/react-query';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { ProblemNotice } from '../ui/notice.js';
import { type Column, Table } from '../ui/table.js';
import { formatTime } from '../ui/words.js';
import { refusalsQuery, TRUNKS_MS } from './queries.js';

type RefusedCall = Schemas['RefusedCalls']['refusals'][number];

interface Props {
  readonly trunk: Schemas['Trunk'];
  readonly onClose: () => void;
}

const TRACE_MINUTES = 30;
const traceKey = (trunkId: string) => ['trunks', trunkId, 'trace'] as const;

const COLUMNS: readonly Column<RefusedCall>[] = [
  { name: 'When', cell: ({ at }) => formatTime(at) },
  { name: 'From', cell: ({ caller, address }) => caller ?? address },
  { name: 'To', cell: ({ called }) => called ?? '', optional: true },
  { name: 'Answer', cell: ({ status }) => status, end: true },
  { name: 'Why', cell: ({ reason }) => reason },
];

/** Why calls of a trunk fail: refused calls, and a message trace. */
export function TrunkFaults({ trunk: { trunkId, name }, onClose }: Props) {
  const refusals = useQuery(refusalsQuery(trunkId));
  return (
    <Dialog
      title={`Refused calls of “${name}”`}
      lead="Calls that came in over this trunk and were not taken, in the last seven days."
      wide
      onClose={onClose}
    >
      <div className="stack">
        <Loaded query={refusals}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="soft">No call was refused.</p>
            ) : (
              <Table
                label="Refused calls"
                columns={COLUMNS}
                rows={rows}
                keyOf={({ callId, at }) => `${callId} ${at}`}
              />
            )
          }
        </Loaded>
        <Trace trunkId={trunkId} />
        <div className="row row-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Records the trunk's SIP messages for a while, and downloads them. */
function Trace({ trunkId }: { readonly trunkId: string }) {
  const mayWrite = useAccount().can('connectors:write');
  const trace = useQuery({
    queryKey: traceKey(trunkId),
    queryFn: () => take(api.GET('/v1/telephony/trunks/{trunkId}/trace', { params: { path: { trunkId } } })),
    refetchInterval: TRUNKS_MS,
  });
  const keep = useAction(
    (minutes: number) =>
      take(
        api.PUT('/v1/telephony/trunks/{trunkId}/trace', { params: { path: { trunkId } }, body: { minutes } }),
      ),
    { changes: [traceKey(trunkId)], quiet: true },
  );
  return (
    <Loaded query={trace}>
      {({ until, messages }) => (
        <section className="stack" aria-label="SIP messages">
          <p>
            {until === null
              ? 'Its SIP messages are not kept.'
              : `Its SIP messages are kept until ${formatTime(until)}.`}{' '}
            <span className="soft">
              {messages.length} of the last day are there, without passwords and keys.
            </span>
          </p>
          {keep.error && <ProblemNotice error={keep.error} />}
          <div className="row row-wrap">
            {mayWrite && (
              <Button busy={keep.isPending} onClick={() => keep.mutate(until === null ? TRACE_MINUTES : 0)}>
                {until === null ? `Keep them for ${TRACE_MINUTES} minutes` : 'Keep no more'}
              </Button>
            )}
            {messages.length > 0 && <Files trunkId={trunkId} />}
          </div>
        </section>
      )}
    </Loaded>
  );
}

const FILES = { pcap: 'Download for Wireshark', text: 'Download as text' } as const;

const Files = ({ trunkId }: { readonly trunkId: string }) =>
  Object.entries(FILES).map(([format, words]) => (
    <a
      key={format}
      className="button button-plain"
      href={`/v1/telephony/trunks/${encodeURIComponent(trunkId)}/trace?format=${format}`}
      download
    >
      {words}
    </a>
  ));
