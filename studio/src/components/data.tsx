import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Records } from '../ui/records.js';
import { Badge, Card, Facts } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';

interface Row {
  readonly name: string;
  readonly calls: number;
  readonly at: string;
}

const ROWS: readonly Row[] = [
  { name: 'Front desk', calls: 128, at: '2026-01-05T09:00:00.000Z' },
  { name: 'Night line', calls: 7, at: '2026-01-04T21:30:00.000Z' },
];

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  {
    name: 'State',
    width: '8rem',
    cell: ({ calls }) => <Badge tone={calls > 10 ? 'good' : 'plain'}>{calls} calls</Badge>,
  },
  { name: 'When', optional: true, width: '8rem', cell: ({ at }) => <Age time={at} /> },
];

const read = () => Promise.resolve({ rows: ROWS, next: undefined });
const readNone = () => Promise.resolve({ rows: [], next: undefined });
const nameOf = ({ name }: Row) => name;

export function Data() {
  return (
    <>
      <Card title="Facts and table" actions={<Button small>An action</Button>}>
        <div className="specimen">
          <Facts
            facts={[
              ['Agent', 'Front desk'],
              ['Version', '3f9a21c0'],
              ['Caller', null],
            ]}
          />
          <Table label="A table" columns={COLUMNS} rows={ROWS} keyOf={nameOf} />
        </div>
      </Card>
      <Specimens title="Records" read={read} />
      <Specimens title="Records, when there are none" read={readNone} />
    </>
  );
}

function Specimens(props: { readonly title: string; readonly read: typeof read | typeof readNone }) {
  return (
    <Records<Row>
      title={props.title}
      icon="agent"
      empty={{ title: 'No agents yet', text: 'Make one with the button above.' }}
      queryKey={['components', props.title]}
      read={props.read}
      columns={COLUMNS}
      keyOf={nameOf}
      nameOf={nameOf}
      mayWrite
      remove={{ act: () => Promise.resolve(), text: 'Nothing happens: this is an example.' }}
    />
  );
}
