import { Problem } from '../api/problem.js';
import { Button } from '../ui/button.js';
import { Loaded, Skeleton } from '../ui/loaded.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { Badge, Card, Empty, type Tone } from '../ui/surfaces.js';
import { useToasts } from '../ui/toast.js';

const TONES: readonly Tone[] = ['plain', 'good', 'warn', 'danger', 'accent'];
const PROBLEM = new Problem(
  'The server does not answer.',
  'Check that it runs, then try again.',
  'UNREACHABLE',
  'err_01JT5ZQ0G8',
);
const nothing = () => undefined;
const FAILED = { data: undefined, error: PROBLEM, refetch: nothing };

export function Messages() {
  const toasts = useToasts();
  return (
    <Card title="Messages">
      <div className="specimen">
        <div className="row row-wrap">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <Notice tone="info" title="Good to know.">
          Nothing is wrong.
        </Notice>
        <Notice tone="warn" title="Mind this.">
          It may not be what you want.
        </Notice>
        <ProblemNotice error={PROBLEM} onRetry={nothing} />
        <Loaded query={FAILED}>{nothing}</Loaded>
        <Empty icon="flask" title="Nothing here yet" actions={<Button look="primary">Make one</Button>}>
          What it will be, and how to begin.
        </Empty>
        <Skeleton lines={2} />
        <div className="row row-wrap">
          <Button onClick={() => toasts.done('It is done.')}>Say that it is done</Button>
          <Button onClick={() => toasts.failed(PROBLEM)}>Say that it failed</Button>
        </div>
      </div>
    </Card>
  );
}
