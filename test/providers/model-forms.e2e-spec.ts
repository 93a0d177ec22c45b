import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SileroDetector } from '../../src/engines/local/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { scriptedEars } from '../stand-ins/index.js';
import { formBrain } from '../support/form-brain.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { callThrough, ENGINES } from './support/engines.js';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

/** A bookings service. */
async function startBookings() {
  const booked: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      booked.push(JSON.parse(body));
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  });
  return { booked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const agentWith = (url: string): Omit<AgentDocument, 'schemaVersion'> => ({
  languageCode: 'en-GB',
  forms: [
    {
      name: 'table',
      when: ['book a table'],
      fields: [
        { name: 'people', type: 'number', ask: 'For how many people?' },
        { name: 'time', type: 'time', ask: 'At what time?', from: '17:00', until: '22:00' },
      ],
      review: 'A table for {{form.people}} at {{form.time}}. Is that right?',
      then: { tool: 'book_table', say: 'It is booked for {{form.time}}.' },
    },
  ],
  tools: [
    {
      name: 'book_table',
      description: 'Books a table.',
      parameters: { type: 'object', required: ['people', 'time'] },
      http: { method: 'POST', url },
    },
  ],
});

describe('form in a call with a language model', () => {
  it.each(ENGINES)('is filled, read back, confirmed and completed once (%s)', async (engine) => {
    const { booked, url } = await startBookings();
    const brain = formBrain('table', {
      'book a table': { values: {} },
      'for two at half past seven': { values: { people: 'two', time: 'half past seven' } },
      'no at eight': { values: { time: 'eight' } },
      'yes that is right': { confirmed: true },
    });
    const said = ['book a table', 'for two at half past seven', 'no at eight', 'yes that is right'] as const;
    const call = await callThrough(engine, detector, { brain, ears: scriptedEars(...said) }, agentWith(url));
    for (const [index, words] of said.entries()) {
      await call.say(words);
      await call.untilAgentSaid(index + 1);
    }
    expect(call.words('agent')).toEqual([
      'For how many people?',
      '7:30 pm. A table for 2 at 7:30 pm. Is that right?',
      '8 pm. A table for 2 at 8 pm. Is that right?',
      'It is booked for 8 pm.',
    ]);
    const values = { people: 2, time: '20:00' };
    expect(booked).toEqual([values]);
    expect(call.all('form')).toEqual([{ kind: 'form', name: 'table', outcome: 'completed', values }]);
    expect(call.all('tool-call').map(({ name }) => name)).toEqual([
      'fill_form',
      'fill_form',
      'fill_form',
      'book_table',
      'fill_form',
    ]);
  });

  it.each(ENGINES)(
    'is not completed when the model confirms values the caller has not heard (%s)',
    async (engine) => {
      const { booked, url } = await startBookings();
      const form = 'table';
      const values = { people: 'two', time: 'eight pm' };
      let calls = 0;
      const call = await callThrough(
        engine,
        detector,
        {
          // At once all that it can think of, and the tool itself.
          brain: ({ history }) => {
            const last = history.at(-1);
            calls += 1;
            if (calls === 1)
              return { kind: 'call', name: 'fill_form', arguments: JSON.stringify({ form, values }) };
            if (calls === 2)
              return {
                kind: 'call',
                name: 'fill_form',
                arguments: JSON.stringify({ form, confirmed: true }),
              };
            if (calls === 3)
              return { kind: 'call', name: 'book_table', arguments: '{"people":2,"time":"20:00"}' };
            return { kind: 'say', text: last?.role === 'tool' ? last.output : 'Hm.' };
          },
          ears: scriptedEars('a table for two at eight'),
        },
        agentWith(url),
      );
      await call.say('A table for two at eight.');
      await call.untilAgentSaid(1);
      expect(call.words('agent')[0]).toContain('Nothing was done.');
      expect([booked, call.all('form')]).toEqual([[], []]);
    },
  );
});
