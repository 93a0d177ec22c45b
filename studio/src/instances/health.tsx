import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client.js';
import { isProblem, toProblem } from '../api/problem.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card, Facts, type Tone } from '../ui/surfaces.js';
import { formatNumber } from '../ui/words.js';

const LOOK_MS = 5_000;

interface Verdict {
  readonly tone: Tone;
  readonly word: string;
  readonly text: string;
  readonly calls: number | undefined;
  readonly region: string;
}

/** Readiness of the answering instance, as load balancers check it. */
export function Health() {
  const health = useQuery({ queryKey: ['health'], refetchInterval: LOOK_MS, queryFn: readHealth });
  return (
    <Card title="This server">
      <Loaded query={health} lines={1}>
        {({ tone, word, text, calls, region }) => (
          <Facts
            facts={[
              ['Status', <Badge tone={tone}>{word}</Badge>],
              ['Meaning', text],
              ['Calls now', calls === undefined ? '' : formatNumber(calls)],
              // The default region stands for none.
              ...(region === 'studio' ? [] : ([['Region', region]] as const)),
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Not ready is a valid answer, too. */
async function readHealth(): Promise<Verdict> {
  try {
    const { activeSessions: calls, region } = await take(api.GET('/health/ready'));
    const text = 'It takes calls, and the database takes changes.';
    return { tone: 'good', word: 'ready', text, calls, region };
  } catch (error) {
    if (isProblem(error, 'UNREACHABLE')) throw error;
    const { message, code } = toProblem(error);
    return { tone: 'warn', word: code.toLowerCase(), text: message, calls: undefined, region: '' };
  }
}
