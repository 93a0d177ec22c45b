import { SileroDetector } from '../../src/engines/local/index.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { type Brain, GeminiStandIn, OpenAiStandIn, RealtimeStandIn } from '../stand-ins/index.js';
import { cascadeAdapter, geminiAdapter, openAiEntries, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

type Agent = Parameters<typeof TestCall.open>[1];
type Kind = 'cascade' | 'realtime' | 'realtime with own turns' | 'gemini';

const KINDS: readonly Kind[] = ['cascade', 'realtime', 'realtime with own turns', 'gemini'];
const LONG =
  'Please enter your number and then press the hash key. I have all the time in the world for you today.';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

async function callTo(kind: Kind, brain: Brain, agent: Agent): Promise<TestCall> {
  if (kind === 'cascade') {
    const server = keep(await OpenAiStandIn.start({ brain }));
    const adapter = await cascadeAdapter(detector, openAiEntries({ openai: server }));
    return keep(await TestCall.open(adapter, agent, 'traditional'));
  }
  if (kind === 'gemini') {
    const server = keep(await GeminiStandIn.start({ brain }));
    return keep(await TestCall.open(geminiAdapter(server.url, 'any', detector), agent));
  }
  const server = keep(await RealtimeStandIn.start({ brain }));
  const own = kind === 'realtime' ? {} : { turnTaking: { detection: 'earshot' as const } };
  return keep(await TestCall.open(realtimeAdapter(server.url, { detector }), { ...agent, ...own }));
}

/** Greets, then repeats the caller's last words or keys. */
const repeating: Brain = ({ instructions, history }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  const last = history.at(-1);
  const words = last && 'text' in last && last.role === 'user' ? last.text : '';
  return { kind: 'say', text: words.includes('pressed') ? `I heard: ${words}` : (exactly ?? 'Hello.') };
};

describe('keys pressed by a caller', () => {
  it.each(KINDS)('interrupt a long greeting and are answered as one message (%s)', async (kind) => {
    const talk = await callTo(kind, repeating, { greeting: LONG });
    await talk.until(() => talk.all('state').some(({ state }) => state === 'speaking'));
    talk.press('12#');
    await talk.until(() => talk.words('agent').some((text) => text.startsWith('I heard')));
    expect(talk.words('agent').at(-1)).toBe('I heard: The caller pressed 1 2 #.');
    expect(talk.words('agent')).not.toContain(LONG);
    expect(talk.interruptedAfterMs).toHaveLength(1);
    expect(talk.entered).toEqual(['12#']);
    expect([...talk.all('fault'), ...talk.all('failed')]).toEqual([]);
  });
});

describe('keys requested by an agent', () => {
  it.each(['cascade', 'realtime', 'gemini'])(
    "reach the model only as the tool's result (%s)",
    async (kind) => {
      const brain: Brain = ({ history }) => {
        const last = history.at(-1);
        if (last?.role === 'tool') return { kind: 'say', text: `It was ${last.output}` };
        return { kind: 'call', name: 'collect_digits', arguments: '{"count":4}' };
      };
      const talk = await callTo(kind, brain, { greeting: 'Hello.', builtInTools: ['collect_digits'] });
      if (kind === 'cascade') {
        await talk.untilAgentSaid(1);
        await talk.say('My number, please.');
      }
      await talk.until(() => talk.waitedForKeys === 1);
      talk.press('1234');
      await talk.until(() => talk.words('agent').some((text) => text.startsWith('It was')));
      expect(talk.words('agent').at(-1)).toContain('"digits":"1234"');
      expect(talk.all('tool-call')).toMatchObject([{ name: 'collect_digits', outcome: 'ok' }]);
      expect(talk.entered).toEqual(['1234']);
      expect(talk.words('agent').filter((text) => text.startsWith('It was'))).toHaveLength(1);
    },
  );
});

/** Lists caller and app messages in its history, in order. */
const reciting: Brain = ({ history }) => {
  const told = history.flatMap((message) =>
    'text' in message && message.role === 'user' ? [message.text] : [],
  );
  return { kind: 'say', text: told.length === 0 ? 'Hello.' : `I know: ${told.join(' | ')}` };
};

describe("context from the caller's app", () => {
  it.each(['cascade', 'realtime', 'realtime with own turns'])(
    'triggers no reply and is included in the next one (%s)',
    async (kind) => {
      const talk = await callTo(kind, reciting, { greeting: 'Hello.' });
      await talk.untilAgentSaid(1);
      expect(talk.tell('The caller looks at room 12.')).toBe(true);
      expect(talk.tell('It costs 90.')).toBe(true);
      talk.write('How much?');
      await talk.until(() => talk.words('agent').some((text) => text.startsWith('I know')));
      const told = [
        "(From the caller's app, not said: The caller looks at room 12.)",
        "(From the caller's app, not said: It costs 90.)",
        'How much?',
      ];
      const known = talk.words('agent').at(-1) ?? '';
      expect(told.map((text) => known.indexOf(text)).toSorted((a, b) => a - b)).toEqual(
        told.map((text) => known.indexOf(text)),
      );
      for (const text of told) expect(known).toContain(text);
      // One reply, to the typed text, and no caller turn for the context.
      expect(talk.words('agent').filter((text) => text.startsWith('I know'))).toHaveLength(1);
      expect([...talk.words('caller'), ...talk.all('fault'), ...talk.all('failed')]).toEqual([]);
    },
  );

  it('is rejected when the model would reply to it', async () => {
    const talk = await callTo('gemini', repeating, { greeting: 'Hello.' });
    await talk.untilAgentSaid(1);
    expect(talk.tell('The caller looks at room 12.')).toBe(false);
    expect(talk.words('agent')).toHaveLength(1);
  });
});
