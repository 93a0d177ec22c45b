import { SentenceEmbedder } from '../../src/engines/local/embeddings/sentence-embedder.js';
import { IntentModel } from '../../src/pipeline/llm/intents/intent-model.js';
import { ExampleVectors } from '../../src/pipeline/starter/example-vectors.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { AgentEvent } from '../../src/voice/agent-adapter.js';
import type { CallKnowledge } from '../../src/voice/call-knowledge.js';

const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Bike shop, hello.',
  intents: [
    {
      name: 'opening-hours',
      examples: ['when are you open', 'what time do you close'],
      reply: 'From nine until six.',
    },
    {
      name: 'repair',
      examples: ['my bike is broken', 'can you fix a flat tire', 'i need a repair'],
      reply: 'Bring it in the morning.',
    },
    {
      name: 'rental',
      examples: ['i want to rent a bike', 'do you lend bikes'],
      reply: 'Twenty dollars a day.',
    },
    { name: 'no-pickup', examples: ['i do not want to come to you'], reply: 'We pick it up.' },
  ],
};
const PARKING = {
  id: 'top_1',
  name: 'Parking',
  title: '',
  text: 'There are six parking spaces behind the shop. They are free for customers. Please do not park in front of the bakery.',
  actions: '',
};
const knowledge: CallKnowledge = {
  mode: 'ahead',
  waitMs: 150,
  search: () => Promise.resolve({ passages: [PARKING] }),
  topicNames: () => Promise.resolve(['Parking']),
};

describe("semantic matching of the caller's words", () => {
  let embedder: SentenceEmbedder;
  let embedded: string[] = [];
  let events: AgentEvent[] = [];
  let examples: ExampleVectors;
  const embed = async (texts: readonly string[]) => {
    embedded.push(...texts);
    return await Promise.all(texts.map((text) => embedder.embed(text)));
  };

  beforeAll(async () => {
    embedder = await SentenceEmbedder.load();
    examples = new ExampleVectors(embed);
  });
  beforeEach(() => {
    embedded = [];
    events = [];
  });

  async function answerTo(
    content: string,
    options: Partial<ConstructorParameters<typeof IntentModel>[0]> = {},
  ) {
    const emit = (event: AgentEvent) => events.push(event);
    const model = new IntentModel({
      ...{ accountId: 'acc_1', embed, examples, emit, patienceMs: 60_000 },
      ...options,
    });
    const { signal } = new AbortController();
    const messages = [{ role: 'user' as const, content }];
    let text = '';
    const request = { agent, messages, tools: [], modelId: undefined, temperature: undefined, signal };
    for await (const piece of model.reply(request)) if (piece.kind === 'text') text += piece.delta;
    return text;
  }

  it.each([
    ['Until when can I come by in the evening?', 'From nine until six.'],
    ['Um, so, my, my chain came off and, uh, the brakes are squeaking.', 'Bring it in the morning.'],
    [
      'Good morning. We are visitors here. Could we borrow two bicycles for the weekend?',
      'Twenty dollars a day.',
    ],
  ])('answers "%s" although it is no example', async (said, answer) => {
    expect(await answerTo(said)).toBe(answer);
  });

  it.each(['Who won the election?', 'Are you looking for staff?', 'What is the weather like?'])(
    'admits not knowing a topic without an intent: "%s"',
    async (said) => {
      expect(await answerTo(said)).toMatch(/^I don't know that. But I can help with/);
    },
  );

  it('offers what comes nearest to a question that it cannot answer', async () => {
    expect(await answerTo('Do you sell motorcycles?')).toMatch(/ help with rental/);
  });

  it('rejects a sentence that negates the example', async () => {
    expect(await answerTo('I do not want to rent a bike')).not.toBe('Twenty dollars a day.');
    expect(await answerTo('I want to come to you')).not.toBe('We pick it up.');
  });

  it("answers from knowledge in the author's words and records the topic", async () => {
    expect(await answerTo('Where can I leave my car?', { knowledge })).toMatch(
      /^There are six parking spaces behind the shop\./,
    );
    expect(events).toEqual([
      {
        kind: 'knowledge',
        outcome: 'found',
        topics: [{ id: 'top_1', name: 'Parking', title: '' }],
        durationMs: expect.any(Number),
      },
    ]);
    expect(await answerTo('When are you open?', { knowledge })).toBe('From nine until six.');
    events = [];
    expect(await answerTo('Who won the election?', { knowledge })).toMatch(/^I don't know that/);
    expect(events).toMatchObject([{ outcome: 'nothing', topics: [] }]);
  });

  it("embeds an agent's examples once for all conversations", async () => {
    await answerTo('May I bring the bike tomorrow?');
    expect(embedded).toEqual(['may i bring the bike tomorrow?']);
  });

  it('falls back to word matching when embeddings fail or time out', async () => {
    const broken = () => Promise.reject(new Error('gone'));
    const without = { embed: broken, examples: new ExampleVectors(broken), knowledge };
    expect(await answerTo('what time do you close', without)).toBe('From nine until six.');
    expect(await answerTo('Until when can I come by?', without)).toMatch(/^I don't know that/);
  });

  it('embeds a limited number of examples in small batches, one agent per account at a time', async () => {
    let running = 0;
    let most = 0;
    let count = 0;
    const counted = async (texts: readonly string[]) => {
      most = Math.max(most, ++running);
      count += texts.length;
      expect(texts.length).toBeLessThanOrEqual(16);
      await Promise.resolve();
      running--;
      return texts.map(() => new Float32Array(384));
    };
    const large = (tag: string) =>
      Array.from({ length: 200 }, (_, at) => ({
        name: `intent-${at}`,
        examples: Array.from({ length: 50 }, (_, index) => `${tag} ${at} ${index}`),
        reply: 'Yes.',
      }));
    const bounded = new ExampleVectors(counted);
    const [first] = await Promise.all([bounded.of('acc_1', large('a')), bounded.of('acc_1', large('b'))]);
    expect(first).toHaveLength(200);
    // 2,000 examples, 200 names and replies.
    expect([most, count]).toEqual([1, 2 * 2_201]);
  });
});
