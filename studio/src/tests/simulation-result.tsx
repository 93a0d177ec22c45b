import { Badge, Facts } from '../ui/surfaces.js';
import { formatMs, formatNumber, inWords } from '../ui/words.js';
import type { FindingShown, SimulatedRunShown, SimulationShown } from './simulation-reading.js';
import { TurnResult } from './turn-result.js';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Pass rate of a simulated caller's calls with its confidence interval, and each call. */
export function SimulationResult({ simulation }: { readonly simulation: SimulationShown }) {
  const { runs, metrics } = simulation;
  return (
    <div className="stack">
      <Rates simulation={simulation} />
      {metrics.length > 0 && (
        <ul className="row row-wrap" aria-label="Metrics of all calls">
          {metrics.map(({ name, share, passed }) => (
            <li key={name}>
              <Badge tone={passed ? 'good' : 'danger'}>
                {name}: {percent(share)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {runs.map((run, at) => (
        <RunView key={at} number={at + 1} run={run} isOpen={!run.passed || runs.length === 1} />
      ))}
    </div>
  );
}

function Rates({ simulation }: { readonly simulation: SimulationShown }) {
  const { runs, passRate, interval, passAllOf, tokens } = simulation;
  const [low, high] = interval;
  const passed = runs.filter((run) => run.passed).length;
  return (
    <div className="stack-tight">
      <RateBar share={passRate} low={low} high={high} />
      <Facts
        facts={[
          ['Went well', `${passed} of ${runs.length} calls (${percent(passRate)})`],
          ['Sure to be within', `${percent(low)} to ${percent(high)} (95 %)`],
          [`All of ${passAllOf.length} calls in a row`, percent(passAllOf.at(-1) ?? 0)],
          ['Tokens of caller and judge', formatNumber(tokens)],
        ]}
      />
    </div>
  );
}

/** The rate as a mark on its confidence interval. */
function RateBar(props: { readonly share: number; readonly low: number; readonly high: number }) {
  const { share, low, high } = props;
  const words = `${percent(share)} of the calls went well, surely between ${percent(low)} and ${percent(high)}`;
  return (
    <svg className="rate-bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={words}>
      <rect className="rate-all" width="100" height="6" />
      <rect className="rate-interval" x={low * 100} width={(high - low) * 100} height="6" />
      <rect className="rate-share" x={Math.min(99, share * 100)} width="1" height="6" />
    </svg>
  );
}

interface RunProps {
  readonly number: number;
  readonly run: SimulatedRunShown;
  readonly isOpen: boolean;
}

function RunView({ number, run, isOpen }: RunProps) {
  return (
    <details className="item" open={isOpen}>
      <summary>
        <span>Call {number}</span>
        <span className="row">
          <span className="soft small">
            {inWords(run.end)}, {formatMs(run.durationMs)}
          </span>
          <Badge tone={run.passed ? 'good' : 'danger'}>{run.passed ? 'went well' : 'failed'}</Badge>
        </span>
      </summary>
      <div className="stack-tight">
        <ul className="stack-tight" aria-label={`What was found in call ${number}`}>
          {run.findings.map((finding) => (
            <Finding key={finding.name} finding={finding} />
          ))}
        </ul>
        {run.turns.map((turn, at) => (
          <TurnResult key={at} turn={turn} />
        ))}
      </div>
    </details>
  );
}

function Finding({ finding: { name, passed, detail } }: { readonly finding: FindingShown }) {
  return (
    <li>
      <Badge tone={passed ? 'good' : 'danger'}>{inWords(name)}</Badge>{' '}
      <span className="soft small">{detail}</span>
    </li>
  );
}
