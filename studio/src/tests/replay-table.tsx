import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Badge, Card } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { replayOf, type ReplayShown } from './replay-reading.js';
import { ReplayResult } from './replay-result.js';
import { VERDICT_TONES } from './run-tones.js';

type Run = Schemas['TestRunDetail'];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly replay: ReplayShown;
}

/** The replayed calls of a run, largest change first. */
function rowsOf({ results, replays }: Run): readonly Row[] {
  return (replays?.byChange ?? []).flatMap((id) => {
    const result = results.find(({ testCaseId }) => testCaseId === id);
    const replay = replayOf(result?.replay);
    return result && replay ? [{ id, name: result.name, replay }] : [];
  });
}

/** All replayed calls, and one of them with both versions side by side. */
export function ReplayTable({ run }: { readonly run: Run }) {
  const [chosen, setChosen] = useState<string>();
  const rows = rowsOf(run);
  const shown = rows.find(({ id }) => id === chosen) ?? rows[0];
  if (!shown) return null;
  return (
    <>
      <Card title="Replayed calls" flush>
        <Table
          label="Replayed calls"
          rows={rows}
          keyOf={({ id }) => id}
          columns={columnsOf(shown.id, setChosen)}
        />
      </Card>
      <Card title={shown.name}>
        <ReplayResult key={shown.id} replay={shown.replay} />
      </Card>
    </>
  );
}

const columnsOf = (shownId: string, choose: (id: string) => void): readonly Column<Row>[] => [
  {
    name: 'Call',
    cell: ({ id, name }) => (
      <button
        type="button"
        className="link cell-title truncate one-line"
        title={name}
        aria-current={id === shownId ? 'true' : undefined}
        onClick={() => choose(id)}
      >
        {name}
      </button>
    ),
  },
  {
    name: 'This version',
    width: '8rem',
    cell: ({ replay: { verdict } }) => <Badge tone={VERDICT_TONES[verdict] ?? 'plain'}>{verdict}</Badge>,
  },
  {
    name: 'Other words',
    end: true,
    optional: true,
    width: '8rem',
    cell: ({ replay: { change } }) => `${Math.round(change * 100)} %`,
  },
  {
    name: 'Replayed',
    optional: true,
    width: '7rem',
    cell: ({ replay: { by } }) => (by === 'sound' ? 'as heard' : 'in text'),
  },
  { name: 'Why', optional: 'wide', cell: ({ replay: { reasons } }) => reasons[0] ?? '–' },
];
