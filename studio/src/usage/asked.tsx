import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { countOf } from '../ui/words.js';
import type { Period } from './period.js';
import { questionsQuery } from './queries.js';

type Question = Schemas['UnansweredQuestion'];

const TopicForm = lazy(async () => ({ default: (await import('../knowledge/topic-form.js')).TopicForm }));

const SHOWN = 4;

interface Props {
  readonly agentId: string;
  readonly period: Period;
}

/** What callers asked: without an answer, each with a way to teach it; and the topics that answered. */
export function Unanswered({ agentId, period }: Props) {
  const questions = useQuery(questionsQuery(agentId, period));
  const [isWhole, setWhole] = useState(false);
  const count = questions.data?.unanswered.length ?? 0;
  return (
    <Card
      title="Asked, and it had no answer"
      actions={
        count > SHOWN &&
        !isWhole && (
          <Button look="quiet" small onClick={() => setWhole(true)}>
            All {count}
          </Button>
        )
      }
    >
      <Loaded query={questions}>
        {({ unanswered }) =>
          unanswered.length === 0 ? (
            <p className="soft">Nothing that its knowledge should have known.</p>
          ) : (
            <ul className="divided">
              {unanswered.slice(0, isWhole ? unanswered.length : SHOWN).map((question) => (
                <Asked key={`${question.agentId} ${question.question}`} question={question} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Asked({
  question: { agentId, question, times, examples, conversationId },
}: {
  readonly question: Question;
}) {
  const { can } = useAccount();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void queries.invalidateQueries({ queryKey: ['metrics', 'questions'] });
  };
  return (
    <li className="asked">
      <b aria-label={countOf(times, 'time')}>{times}</b>
      <div>
        <Link to="/conversations/$conversationId" params={{ conversationId }} className="asked-question">
          {question}
        </Link>
        {examples.length > 0 && (
          <p className="small soft">{examples.map((example) => `“${example}”`).join(', ')}</p>
        )}
      </div>
      {can('agents:write') && (
        <Button look="plain" small onClick={() => setOpen(true)}>
          Teach it this
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <TopicForm agentId={agentId} topic={undefined} asked={[question, ...examples]} onClose={close} />
        </Suspense>
      )}
    </li>
  );
}

export function Topics({ agentId, period }: Props) {
  const { data } = useQuery(questionsQuery(agentId, period));
  if (!data || data.topics.length === 0) return null;
  return (
    <Card title="What callers asked about most">
      <ul>
        {data.topics.map(({ agentId: its, title, calls }) => (
          <li key={`${its} ${title}`} className="reason">
            <Link to="/agents/$agentId/knowledge" params={{ agentId: its }} className="link">
              {title}
            </Link>
            <span>{countOf(calls, 'call')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
