import type { Schemas } from '../api/client.js';
import { Badge, Card, Empty, type Tone } from '../ui/surfaces.js';
import { formatMs, shortVersion } from '../ui/words.js';
import { replayOf } from './replay-reading.js';
import { ReplayResult } from './replay-result.js';
import { TONES } from './run-tones.js';
import { simulationOf } from './simulation-reading.js';
import { SimulationResult } from './simulation-result.js';
import { TurnResult } from './turn-result.js';
import { turnsOf } from './turn-results.js';

type Run = Schemas['TestRunDetail'];
type Result = Schemas['TestCaseResult'];

/** Broken ones first: the reason to open the page. */
const ORDER = ['broken', 'new', 'fixed', 'removed', 'same'] as const;
type Change = (typeof ORDER)[number];
const CHANGE_TONES: Readonly<Record<Change, Tone>> = {
  broken: 'danger',
  fixed: 'good',
  new: 'accent',
  removed: 'plain',
  same: 'plain',
};

interface Pair {
  readonly result: Result | undefined;
  readonly before: Result | undefined;
  readonly change: Change;
}

function changeOf(result: Result | undefined, before: Result | undefined): Change {
  if (!before) return 'new';
  if (!result) return 'removed';
  if ((result.outcome === 'passed') === (before.outcome === 'passed')) return 'same';
  return result.outcome === 'passed' ? 'fixed' : 'broken';
}

/** Each case of a run with its result in another one. */
function pairsOf(run: Run, other: Run | undefined): readonly Pair[] {
  const ids = [...run.results, ...(other?.results ?? [])].map(({ testCaseId }) => testCaseId);
  const find = (of: Run | undefined, id: string) => of?.results.find((one) => one.testCaseId === id);
  const pairs = [...new Set(ids)].map((id) => {
    const [result, before] = [find(run, id), find(other, id)];
    return { result, before, change: changeOf(result, before) };
  });
  if (other) return pairs.sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  // Replayed calls have a table of their own.
  return pairs.filter(({ result }) => replayOf(result?.replay) === undefined);
}

/** The result of each case, compared with another run. */
export function CaseResults({ run, other }: { readonly run: Run; readonly other: Run | undefined }) {
  const pairs = pairsOf(run, other);
  if (pairs.length === 0 && run.results.length > 0) return null;
  if (pairs.length === 0)
    return (
      <Card>
        <Empty icon="flask" title="Nothing is done yet">
          The cases appear here one by one.
        </Empty>
      </Card>
    );
  return (
    <div className="stack-tight">
      {pairs.map((pair) => (
        <CasePair
          key={(pair.result ?? pair.before)?.testCaseId}
          pair={pair}
          versions={[run.version, other?.version]}
        />
      ))}
    </div>
  );
}

function CasePair(props: { readonly pair: Pair; readonly versions: readonly [string, string | undefined] }) {
  const { result, before, change } = props.pair;
  const [version, otherVersion] = props.versions;
  const isCompared = otherVersion !== undefined;
  const shown = result ?? before;
  if (!shown) return null;
  return (
    <details className="item" open={shown.outcome !== 'passed' || (isCompared && change !== 'same')}>
      <summary>
        <span>{shown.name}</span>
        <span className="row">
          {isCompared && change !== 'same' && <Badge tone={CHANGE_TONES[change]}>{change}</Badge>}
          <span className="soft small">{formatMs(shown.durationMs)}</span>
          <Badge tone={TONES[shown.outcome] ?? 'plain'}>{shown.errorCode ?? shown.outcome}</Badge>
        </span>
      </summary>
      <div className="side-by-side">
        {isCompared && <Side title={`Before, ${shortVersion(otherVersion)}`} result={before} />}
        <Side title={isCompared ? `This run, ${shortVersion(version)}` : ''} result={result} />
      </div>
    </details>
  );
}

function Side({ title, result }: { readonly title: string; readonly result: Result | undefined }) {
  return (
    <section className="stack-tight">
      {title !== '' && <h3>{title}</h3>}
      {result ? <WhatHappened result={result} /> : <p className="soft">It was not in this run.</p>}
    </section>
  );
}

/** Details by kind: findings of a simulated caller, a replay, or turn by turn. */
function WhatHappened({ result }: { readonly result: Result }) {
  const simulation = simulationOf(result.simulation);
  if (simulation) return <SimulationResult simulation={simulation} />;
  const replay = replayOf(result.replay);
  if (replay) return <ReplayResult replay={replay} />;
  return turnsOf(result.turns).map((turn, at) => <TurnResult key={at} turn={turn} />);
}
