import type { UnansweredQuestion } from '../../conversations/index.js';
import type { QuestionsReport } from './questions.schema.js';

/** Cosine of two questions that mean the same. */
const SAME_MEANING = 0.6;
const MOST_EXAMPLES = 3;

type Members = [UnansweredQuestion, ...UnansweredQuestion[]];
type Group = QuestionsReport['unanswered'][number];

/**
 * Groups the questions of each agent by meaning. A question joins the first group whose first question is close enough.
 * @param vectors one per question, of length 1; undefined: equal words only.
 */
export function groupedQuestions(
  questions: readonly UnansweredQuestion[],
  vectors: readonly Float32Array[] | undefined,
): Group[] {
  const groups: { lead: number; members: Members }[] = [];
  questions.forEach((question, at) => {
    const group = groups.find(
      ({ lead, members: [first] }) =>
        first.agentId === question.agentId && nearness(vectors?.[lead], vectors?.[at]) >= SAME_MEANING,
    );
    if (group) group.members.push(question);
    else groups.push({ lead: at, members: [question] });
  });
  return groups.map(({ members }) => groupOf(members)).sort((one, other) => other.times - one.times);
}

function groupOf(members: Members): Group {
  const [{ agentId, question, conversationId }, ...others] = members;
  const times = members.reduce((sum, member) => sum + member.times, 0);
  const examples = others.slice(0, MOST_EXAMPLES).map((other) => other.question);
  return { agentId, question, times, examples, conversationId };
}

const nearness = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one && other ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0;
