import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { Icon } from '../ui/icon.js';
import { Skeleton } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { useSteps } from './use-steps.js';

interface Props {
  readonly agent: Schemas['Agent'];
}

/** The steps to the first caller. Each completes itself; when all are done, there is no list. */
export function Checklist({ agent: { agentId } }: Props) {
  const steps = useSteps(agentId);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  if (steps && done === steps.length) return null;
  const next = steps?.find(({ isDone }) => !isDone);
  return (
    <Card
      title="Getting set up"
      actions={steps && <span className="small soft">{`${done} of ${steps.length} done`}</span>}
    >
      {!steps ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <progress className="progress" aria-label="Steps done" value={done} max={steps.length} />
          <ol className="set-up">
            {steps.map((step, at) => (
              <StepRow
                key={step.title}
                step={step}
                number={at + 1}
                isNext={step === next}
                agentId={agentId}
              />
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

type Step = NonNullable<ReturnType<typeof useSteps>>[number];

interface StepRowProps {
  readonly step: Step;
  readonly number: number;
  readonly isNext: boolean;
  readonly agentId: string;
}

const StepRow = ({ step, number, isNext, agentId }: StepRowProps) => (
  <li data-state={step.isDone ? 'done' : isNext ? 'next' : 'open'}>
    <span className="set-up-mark">
      {step.isDone ? <Icon name="check" /> : <span aria-hidden="true">{number}</span>}
    </span>
    <div>
      {step.isDone ? (
        <span className="soft">
          {step.title}
          <span className="visually-hidden"> (done)</span>
        </span>
      ) : (
        <StepLink step={step} agentId={agentId} words={step.title} />
      )}
      {isNext && <p className="small soft">{step.text}</p>}
    </div>
    {isNext && (
      <StepLink
        step={step}
        agentId={agentId}
        words={step.action}
        className="button button-primary button-small"
      />
    )}
  </li>
);

interface StepLinkProps {
  readonly step: Step;
  readonly agentId: string;
  readonly className?: string;
  readonly words: string;
}

const StepLink = ({ step: { to, hash }, agentId, className, words }: StepLinkProps) => (
  <Link to={to} params={{ agentId }} {...(hash !== undefined && { hash })} className={className}>
    {words}
  </Link>
);
