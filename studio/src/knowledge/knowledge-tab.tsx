import { useParams } from '@tanstack/react-router';
import { api, done, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { Documents } from './documents.js';
import { TopicForm, topicsKey } from './topic-form.js';

type Topic = Schemas['Topic'];

/** The agent's knowledge besides its prompt. */
export function KnowledgeTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  return (
    <div className="stack">
      <Topics agentId={agentId} />
      <Documents agentId={agentId} />
    </div>
  );
}

/** Most topics begin with a heading that repeats their name. */
const withoutHeadings = (content: string) => content.replaceAll(/^#+ .*$/gm, '').trim() || content;

const COLUMNS: readonly Column<Topic>[] = [
  {
    name: 'Topic',
    width: 'clamp(8rem, 30cqi, 16rem)',
    cell: ({ name }) => <Short as="strong" text={name} />,
  },
  {
    name: 'Says',
    optional: true,
    cell: ({ content }) => <Short soft text={withoutHeadings(content)} />,
  },
  {
    name: 'Questions',
    optional: true,
    end: true,
    width: '7rem',
    cell: ({ exampleQueries }) => exampleQueries.queries.length,
  },
  {
    name: 'State',
    width: '6rem',
    cell: ({ isActive }) => <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'used' : 'off'}</Badge>,
  },
];

async function readTopics(agentId: string) {
  const params = { path: { agentId } };
  const answer = api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/topics', { params });
  return { rows: await take(answer), next: undefined };
}

function Topics({ agentId }: { readonly agentId: string }) {
  const window = (topic?: Topic) => (onClose: () => void) => (
    <TopicForm agentId={agentId} topic={topic} onClose={onClose} />
  );
  return (
    <Records<Topic>
      title="Topics"
      icon="book"
      empty={{
        title: 'It knows only its prompt yet',
        text: 'Add a topic for what callers ask about: opening hours, prices, how to return something.',
      }}
      queryKey={topicsKey(agentId)}
      read={() => readTopics(agentId)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      mayWrite={useAccount().can('agents:write')}
      columns={COLUMNS}
      create={{ label: 'New topic', window: window() }}
      entries={(topic, open) => [{ label: 'Change…', onSelect: () => open(window(topic)) }]}
      remove={{
        act: ({ id: topicId }) =>
          done(
            api.DELETE('/v1/agents/{agentId}/branches/main/knowledge-base/topics/{topicId}', {
              params: { path: { agentId, topicId } },
            }),
          ),
        text: 'The draft no longer knows it. The published version keeps it until you publish again.',
      }}
    />
  );
}
