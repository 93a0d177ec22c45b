import { numberIn, asObject, textIn } from '../api/reading.js';
import { Card, Facts } from '../ui/surfaces.js';
import { formatMs, formatNumber } from '../ui/words.js';
import type { ConversationDetail } from './queries.js';

/** Packet loss in percent: audible, and unbearable. */
const HEARD_LOSS = 1;
const BAD_LOSS = 5;
/** A longer one-way delay makes people talk over each other (ITU-T G.114). */
const LONG_ROUND_TRIP_MS = 300;
const ROUGH_JITTER_MS = 30;

/** Rates the line by its worst figure. */
function judgeLine(lossPercent: number, jitterMs: number, roundTripMs: number): string {
  if (lossPercent > BAD_LOSS) return 'Bad: many words were lost on the way';
  if (lossPercent > HEARD_LOSS) return 'Audible losses';
  if (roundTripMs > LONG_ROUND_TRIP_MS) return 'A long way: both sides hear each other late';
  if (jitterMs > ROUGH_JITTER_MS) return 'Uneven, which buffers made up for';
  return 'Good';
}

/** Line measurements, and the latency of each answer. */
export function Quality({ conversation }: { readonly conversation: ConversationDetail }) {
  const media = asObject(conversation.media);
  const received = numberIn(media, 'packetsReceived');
  const latencies = conversation.turns.flatMap(({ speaker, latency, text }) =>
    speaker === 'agent' && latency?.heardMs != null ? [{ ms: latency.heardMs, text: text ?? '' }] : [],
  );
  if (received === undefined && latencies.length === 0) return null;
  return (
    <Card title="How it went">
      <div className="stack">
        {received !== undefined && <Line media={media} received={received} />}
        {latencies.length > 0 && <LatencyBars latencies={latencies} />}
      </div>
    </Card>
  );
}

function Line(props: { readonly media: ReturnType<typeof asObject>; readonly received: number }) {
  const { media, received } = props;
  const lost = numberIn(media, 'packetsLost') ?? 0;
  const jitterMs = numberIn(media, 'jitterMs');
  const roundTripMs = numberIn(media, 'roundTripTimeMs');
  const lossPercent = received + lost === 0 ? 0 : (lost / (received + lost)) * 100;
  return (
    <Facts
      facts={[
        ['Line', judgeLine(lossPercent, jitterMs ?? 0, roundTripMs ?? 0)],
        ['Lost', `${lossPercent.toFixed(1)} % of ${formatNumber(received + lost)} packets`],
        ['Jitter', jitterMs === undefined ? '' : formatMs(jitterMs)],
        ['Round trip', roundTripMs === undefined ? '' : formatMs(roundTripMs)],
        ['Over', textIn(media, 'protocol').toUpperCase()],
        ['Codec', textIn(media, 'codec')],
      ]}
    />
  );
}

const BAR_HEIGHT = 40;
const BAR_STEP = 22;

interface Latency {
  readonly ms: number;
  readonly text: string;
}

/** One bar per answer: how long the caller waited. */
function LatencyBars({ latencies }: { readonly latencies: readonly Latency[] }) {
  const longest = Math.max(1, ...latencies.map(({ ms }) => ms));
  const sorted = latencies.map(({ ms }) => ms).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const words = `${latencies.length} answers, half of them within ${formatMs(median)}, the slowest after ${formatMs(longest)}`;
  return (
    <figure className="latency-bars" role="img" aria-label={words}>
      <svg
        width={latencies.length * BAR_STEP}
        viewBox={`0 0 ${latencies.length * 10} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {latencies.map(({ ms, text }, at) => {
          const height = Math.max(1, (ms / longest) * BAR_HEIGHT);
          return (
            <rect key={at} x={at * 10 + 1} y={BAR_HEIGHT - height} width="8" height={height}>
              <title>{`${formatMs(ms)}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="small soft">{words}</figcaption>
    </figure>
  );
}
