import { useQuery } from '@tanstack/react-query';
import { useAction } from '../api/action.js';
import { api, once, take } from '../api/client.js';
import { testSetsKey, testSetsQuery } from '../tests/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Skeleton } from '../ui/loaded.js';
import type { ConversationDetail } from './queries.js';

interface Props {
  readonly conversation: ConversationDetail;
  readonly onClose: () => void;
}

const NEW_SET = '';

type Values = { readonly name: string; readonly testSetId: string };

/** Adds what the caller said to a test set, which is created if none is chosen. */
async function makeTestCase(
  { agentId, id: conversationId }: ConversationDetail,
  { name, testSetId }: Values,
) {
  const source = { params: { path: { conversationId } } };
  const draft = await take(api.POST('/v1/conversations/{conversationId}/test-case', source));
  const testCase = { ...draft.testCase, name };
  const header = once();
  if (testSetId === NEW_SET) {
    const params = { path: { agentId }, header };
    const body = { name: 'From conversations', cases: [testCase] };
    return take(api.POST('/v1/agents/{agentId}/test-sets', { params, body }));
  }
  const params = { path: { agentId, testSetId }, header };
  return take(api.POST('/v1/agents/{agentId}/test-sets/{testSetId}/cases', { params, body: testCase }));
}

/** The caller's words become the case; expectations are derived from what the agent did. */
export function MakeTestCase({ conversation, onClose }: Props) {
  const { agentId } = conversation;
  const sets = useQuery(testSetsQuery(agentId));
  const make = useAction((values: Values) => makeTestCase(conversation, values), {
    changes: [testSetsKey(agentId)],
    said: 'Made a test case of it.',
    quiet: true,
  });
  if (!sets.data) return <Skeleton lines={1} />;
  return (
    <FormDialog
      title="Make a test case of this"
      lead="The caller’s words are repeated in the test. Check its expectations under Tests: they are a first draft."
      action="Make test case"
      initial={{
        name: `Call of ${conversation.startedAt.slice(0, 16).replace('T', ' ')}`,
        testSetId: sets.data[0]?.id ?? NEW_SET,
      }}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        {
          name: 'testSetId',
          label: 'Test set',
          kind: 'choice',
          options: [
            ...sets.data.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW_SET, label: 'A new one' },
          ],
        },
      ]}
      onSubmit={(values) => make.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
