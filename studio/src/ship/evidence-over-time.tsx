import { useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { formatNumber, inWords } from '../ui/words.js';
import { deploymentsKey, type Rollout } from './queries.js';

type Line = Schemas['EvidenceLine'];

const LOOK_MS = 10_000;
const COLOURS = 5;
/** Evidence is multiplicative: a logarithmic scale from a tenth to the threshold. */
const LEAST = 0.1;
const TOP = 8;
const HEIGHT = 100;

/** How the guards' evidence developed, call by call. */
export function EvidenceOverTime({ rollout }: { readonly rollout: Rollout }) {
  const { agentId, rolloutId, endedAt } = rollout;
  const evidence = useQuery({
    queryKey: [...deploymentsKey(agentId), 'evidence', rolloutId],
    refetchInterval: endedAt === null ? LOOK_MS : false,
    queryFn: async () => {
      const params = { path: { agentId, rolloutId } };
      return (await take(api.GET('/v1/agents/{agentId}/rollouts/{rolloutId}/evidence', { params }))).lines;
    },
  });
  return (
    <Card title="Evidence over time">
      <Loaded query={evidence}>
        {(lines) =>
          lines.some(({ points }) => points.length > 1) ? (
            <Lines lines={lines} />
          ) : (
            <p className="soft">Two calls must have ended before there is something to draw.</p>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Distinguishes two bets on the same metric. */
const nameOf = ({ metric, against }: Line) =>
  against === 'limit' ? `${inWords(metric)}, against the limit` : inWords(metric);

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const threshold = Math.max(...lines.map((line) => line.threshold));
  const calls = Math.max(1, ...lines.map(({ points }) => points.at(-1)?.calls ?? 0));
  const words = lines
    .map((line) => `${nameOf(line)} ${(line.points.at(-1)?.evidence ?? 1).toFixed(1)} at last`)
    .join(', ');
  return (
    <figure className="evidence stack-tight">
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Evidence over ${formatNumber(calls)} calls: ${words}; ${Math.round(threshold)} is enough`}
      >
        <line className="evidence-limit" x1="0" x2="100" y1={TOP} y2={TOP} />
        <line
          className="evidence-none"
          x1="0"
          x2="100"
          y1={heightOf(1, threshold)}
          y2={heightOf(1, threshold)}
        />
        {lines.map((line, at) => (
          <path
            key={nameOf(line)}
            className={`line-${(at % COLOURS) + 1}`}
            d={pathOf(line, calls, threshold)}
          />
        ))}
      </svg>
      <Legend lines={lines} threshold={threshold} calls={calls} />
    </figure>
  );
}

interface LegendProps {
  readonly lines: readonly Line[];
  readonly threshold: number;
  readonly calls: number;
}

function Legend({ lines, threshold, calls }: LegendProps) {
  return (
    <figcaption className="legend small soft">
      {lines.map((line, at) => (
        <span key={nameOf(line)} className="row">
          <i className={`legend-dot stage-${(at % COLOURS) + 1}`} /> {nameOf(line)}
        </span>
      ))}
      <span>
        dashed: {Math.round(threshold)}, which takes the version back · {formatNumber(calls)} calls
      </span>
    </figcaption>
  );
}

function heightOf(evidence: number, threshold: number): number {
  const part = Math.log(Math.max(LEAST, evidence) / LEAST) / Math.log(threshold / LEAST);
  return HEIGHT - Math.min(1.05, part) * (HEIGHT - TOP);
}

const pathOf = ({ points }: Line, calls: number, threshold: number): string =>
  points
    .map(({ calls: at, evidence }, index) => {
      const x = ((at / calls) * 100).toFixed(2);
      return `${index === 0 ? 'M' : 'L'}${x} ${heightOf(evidence, threshold).toFixed(2)}`;
    })
    .join('');
