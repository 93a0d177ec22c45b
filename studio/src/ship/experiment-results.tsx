import type { Schemas } from '../api/client.js';
import { Short } from '../ui/short.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { formatMs, formatNumber, inWords } from '../ui/words.js';

type Result = Schemas['ExperimentResult'];
type Arm = Schemas['ExperimentArmResult'];
type Verdict = NonNullable<Arm['difference']>['verdict'];

const TONES: Readonly<Record<Verdict, Tone>> = { better: 'good', worse: 'danger', unclear: 'plain' };

/** One metric of an experiment: results of each arm, and their certainty. */
export function ExperimentResults({ result }: { readonly result: Result }) {
  const { metric, arms } = result;
  return (
    <section>
      <h3>{inWords(metric)}</h3>
      <Table label={inWords(metric)} rows={arms} keyOf={({ arm }) => arm} columns={columnsOf(metric)} />
    </section>
  );
}

function columnsOf(metric: Result['metric']): readonly Column<Arm>[] {
  const inUnit = (value: number) =>
    metric === 'response_time'
      ? formatMs(value)
      : `${formatNumber(Math.round(value * 10) / 10)} %`.replace('-', '−');
  const between = (interval: readonly number[] | null | undefined) =>
    interval ? `${inUnit(interval[0] ?? 0)} to ${inUnit(interval[1] ?? 0)}` : '–';
  return [
    { name: 'Arm', cell: ({ arm }) => <Short as="strong" text={arm} /> },
    { name: 'Calls', end: true, optional: true, width: '5rem', cell: ({ calls }) => formatNumber(calls) },
    {
      name: 'Value',
      end: true,
      width: '6.5rem',
      cell: ({ value }) => (value === null ? '–' : inUnit(value)),
    },
    { name: '95 % interval', optional: true, width: '10.5rem', cell: ({ interval }) => between(interval) },
    {
      name: 'Difference from the first',
      optional: true,
      width: '11.5rem',
      cell: ({ difference }) => (difference ? between(difference.interval) : ''),
    },
    {
      name: 'Verdict',
      width: '6.5rem',
      cell: ({ difference }) =>
        difference && <Badge tone={TONES[difference.verdict]}>{difference.verdict}</Badge>,
    },
    {
      name: 'Calls still needed',
      end: true,
      optional: 'wide',
      width: '10rem',
      cell: ({ callsStillNeeded }) => (callsStillNeeded === null ? '–' : formatNumber(callsStillNeeded)),
    },
  ];
}
