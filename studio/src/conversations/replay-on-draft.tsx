import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../api/action.js';
import { api, once, take } from '../api/client.js';
import { readTestSets, runOnDraft, testSetsKey } from '../tests/queries.js';
import { Button } from '../ui/button.js';
import type { ConversationDetail } from './queries.js';

/** A test set with one case, that of the latest replay; its earlier runs stay. */
const SET = 'Latest replay';

async function replayOnDraft({ id, agentId, startedAt }: ConversationDetail) {
  const name = `Call of ${startedAt.slice(0, 16).replace('T', ' ')}`;
  const testCase = { name, replay: { conversationId: id }, turns: [] };
  const known = (await readTestSets(agentId)).find((set) => set.name === SET);
  if (!known) {
    const params = { path: { agentId }, header: once() };
    const body = { name: SET, enabled: false, cases: [testCase] };
    const made = await take(api.POST('/v1/agents/{agentId}/test-sets', { params, body }));
    return runOnDraft(agentId, made.testSet.id);
  }
  const path = { agentId, testSetId: known.id };
  const read = api.GET('/v1/agents/{agentId}/test-sets/{testSetId}', { params: { path } });
  const [last] = (await take(read)).testSet.cases;
  await take(
    last
      ? api.PUT('/v1/agents/{agentId}/test-sets/{testSetId}/cases/{testCaseId}', {
          params: { path: { ...path, testCaseId: last.id } },
          body: testCase,
        })
      : api.POST('/v1/agents/{agentId}/test-sets/{testSetId}/cases', {
          params: { path, header: once() },
          body: testCase,
        }),
  );
  return runOnDraft(agentId, known.id);
}

/** Says the caller's words again to the draft, compares both, and opens the result. */
export function ReplayOnDraft({ conversation }: { readonly conversation: ConversationDetail }) {
  const navigate = useNavigate();
  const replay = useAction(() => replayOnDraft(conversation), {
    changes: [testSetsKey(conversation.agentId)],
  });
  const open = () =>
    replay.mutate(undefined, {
      onSuccess: ({ testRun }) =>
        void navigate({ to: '/test-runs/$testRunId', params: { testRunId: testRun.id } }),
    });
  return (
    <Button small icon="refresh" busy={replay.isPending} onClick={open}>
      Replay against the draft
    </Button>
  );
}
