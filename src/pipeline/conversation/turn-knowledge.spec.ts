import type { AgentContext, AgentEvent } from '../../voice/agent-adapter.js';
import type { CallKnowledge, FoundKnowledge, KnowledgePassage } from '../../voice/call-knowledge.js';
import { turnKnowledge } from './turn-knowledge.js';

const passage = (text: string): KnowledgePassage => ({
  id: 'top_1',
  name: 'Topic',
  title: '',
  text,
  actions: '',
});

/** Searches that end on command. */
function searches(waitMs: number, mode: CallKnowledge['mode'] = 'ahead') {
  const asked: { words: string; end: (found?: readonly KnowledgePassage[]) => Promise<void> }[] = [];
  const events: AgentEvent[] = [];
  const search = (words: string) =>
    new Promise<FoundKnowledge>((resolve, reject) => {
      const end = async (found?: readonly KnowledgePassage[]) => {
        if (found) resolve({ passages: found });
        else reject(new Error('away'));
        await new Promise(setImmediate);
      };
      asked.push({ words, end });
    });
  const context = { knowledge: { mode, waitMs, search }, emit: (event: AgentEvent) => events.push(event) };
  return { asked, events, knowledge: turnKnowledge(context as unknown as AgentContext) };
}

const outcomes = (events: readonly AgentEvent[]) =>
  events.map((event) => (event.kind === 'knowledge' ? event.outcome : event.kind));

describe('knowledge for a turn', () => {
  it('is searched while the caller speaks, one search at a time, without repeating the last', async () => {
    const { knowledge, asked, events } = searches(1_000);
    knowledge?.hear('When do');
    knowledge?.hear('When do you');
    knowledge?.hear('When do you serve');
    knowledge?.hear('When do you serve breakfast');
    expect(asked.map(({ words }) => words)).toEqual(['When do you']);
    await asked[0]?.end([]);
    expect(asked.map(({ words }) => words)).toEqual(['When do you', 'When do you serve breakfast']);
    await asked[1]?.end([passage('From seven.')]);
    expect(await knowledge?.noteFor('When do you  serve breakfast')).toContain('From seven.');
    expect([asked.length, outcomes(events)]).toEqual([2, ['found']]);
  });

  it("uses an earlier result when the last search exceeds the reply's wait", async () => {
    const { knowledge, asked, events } = searches(5);
    knowledge?.hear('When do you serve');
    await asked[0]?.end([passage('From seven.')]);
    expect(await knowledge?.noteFor('When do you serve breakfast')).toContain('From seven.');
    expect(await knowledge?.noteFor('And lunch, please')).toBeUndefined();
    expect(outcomes(events)).toEqual(['late', 'late']);
  });

  it('is empty when search fails, and the reply is still given', async () => {
    const { knowledge, asked, events } = searches(1_000);
    const note = knowledge?.noteFor('When do you serve breakfast');
    await asked[0]?.end();
    expect([await note, outcomes(events)]).toEqual([undefined, ['failed']]);
  });

  it('is left to the model when it searches by tool', () => {
    expect(searches(1_000, 'tool').knowledge).toBeUndefined();
  });
});
