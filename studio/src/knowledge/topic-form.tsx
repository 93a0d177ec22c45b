import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';

type Topic = Schemas['Topic'];

export const topicsKey = (agentId: string) => ['topics', agentId] as const;

const FIELDS = [
  { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'Returns' },
  { name: 'content', label: 'What it knows', kind: 'long-text', rows: 8 },
  {
    name: 'queries',
    label: 'What callers ask',
    kind: 'lines',
    hint: 'One a line; these lead to the topic.',
  },
  { name: 'actions', label: 'What it does then', kind: 'long-text', rows: 3 },
  { name: 'isActive', label: 'Used in conversations', kind: 'yes-no' },
] as const;

/** Makes or changes a topic. */
export function TopicForm(props: {
  readonly agentId: string;
  readonly topic: Topic | undefined;
  /** What callers asked, for a new topic. */
  readonly asked?: readonly string[];
  readonly onClose: () => void;
}) {
  const { agentId, topic, asked = [], onClose } = props;
  const save = useAction(
    async (body: Schemas['CreateTopic']) => {
      if (topic) {
        const params = { path: { agentId, topicId: topic.id } };
        return done(
          api.PATCH('/v1/agents/{agentId}/branches/main/knowledge-base/topics/{topicId}', { params, body }),
        );
      }
      const params = { path: { agentId }, header: once() };
      await take(api.POST('/v1/agents/{agentId}/branches/main/knowledge-base/topics', { params, body }));
    },
    { changes: [topicsKey(agentId)], quiet: true },
  );
  return (
    <FormDialog
      title={topic ? `Change “${topic.name}”` : 'New topic'}
      action="Save"
      wide
      initial={{
        name: topic?.name ?? '',
        content: topic?.content ?? '',
        queries: topic?.exampleQueries.queries ?? [...asked],
        actions: topic?.actions ?? '',
        isActive: topic?.isActive ?? true,
      }}
      fields={FIELDS}
      onSubmit={({ queries, ...rest }) =>
        save.mutateAsync({ ...rest, exampleQueries: { queries: entries(queries) } })
      }
      onClose={onClose}
    />
  );
}
