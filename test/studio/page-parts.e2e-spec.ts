import { textOn } from '../../client/widget/contrast.js';
import { faultsIn } from '../../studio/src/api/field-faults.js';
import { dialled } from '../../studio/src/channels/carriers.js';
import { originOf } from '../../studio/src/channels/origin.js';
import { hoursAsSaid, instructionsIn, promptOf } from '../../studio/src/editor/business.js';
import { withBusiness } from '../../studio/src/editor/business-answers.js';
import { documentFaults, placeWords } from '../../studio/src/editor/document-faults.js';
import { type JsonObject, withPath } from '../../studio/src/editor/json.js';
import {
  exampleArguments,
  parametersIn,
  schemaOfParameters,
} from '../../studio/src/editor/tool-parameters.js';
import { auditDetails, auditSentence } from '../../studio/src/records/audit-sentence.js';
import { diffText } from '../../studio/src/ship/text-diff.js';
import { whoWaits } from '../../studio/src/tests/in-step.js';
import { judgeConnection } from '../../studio/src/try/connection-verdict.js';
import { readEventStream } from '../../studio/src/try/event-stream.js';
import { parseLiveEvent } from '../../studio/src/try/live-events.js';
import { formatDuration } from '../../studio/src/ui/words.js';

describe('an entry of the audit log', () => {
  it.each([
    ['agent.create', {}, 'Created the agent Bright Smile', ''],
    ['draft.save', { revision: 3 }, 'Saved the draft of Bright Smile', 'revision: 3'],
    [
      'deployment.publish',
      { environment: 'live', version: '9f86d081884c7d65' },
      'Published Bright Smile to live',
      'version: 9f86d081',
    ],
    [
      'webhook_endpoint.rotate_secret',
      { overlapHours: 24 },
      'Rotated the secret of the webhook endpoint of Bright Smile',
      'overlap hours: 24',
    ],
    ['thing.of-tomorrow', null, 'Of tomorrow the thing of Bright Smile', ''],
  ])('%s is a sentence', (action, details, sentence, more) => {
    const entry = { action, details, resourceId: 'id_1' };
    expect(auditSentence(entry, 'Bright Smile')).toBe(sentence);
    expect(auditDetails(entry)).toBe(more);
  });

  it('names what people call by its id, and who was invited', () => {
    const entry = { action: 'provider.put', details: { preset: 'openai', url: null }, resourceId: 'openai' };
    expect(auditSentence(entry)).toBe('Saved the provider openai');
    expect(auditDetails(entry)).toBe('preset: openai');
    const invitation = { email: 'ada@example.com', role: 'viewer' };
    const invited = { action: 'invitation.create', details: invitation, resourceId: 'inv_1' };
    expect(auditSentence(invited)).toBe('Invited ada@example.com');
    expect(auditDetails(invited)).toBe('role: viewer');
  });
});

describe('connection quality', () => {
  const path = { local: 'a', remote: 'b', protocol: 'udp', localType: 'host', remoteType: 'host' };
  const report = (roundTripMs: number, jitterMs: number, lossPercent: number, outLossPercent = 0) => ({
    path,
    roundTripMs,
    inbound: { packets: 300, lost: 0, lossPercent, jitterMs },
    outbound: { packets: 300, lossPercent: outLossPercent },
  });

  it.each([
    ['Good', report(150, 30, 1)],
    ['Usable', report(151, 0, 0)],
    ['Usable', report(0, 31, 0)],
    ['Usable', report(0, 0, 0, 1.1)],
    ['Poor', report(401, 0, 0)],
    ['Poor', report(0, 81, 0)],
    ['Poor', report(0, 0, 0, 5.1)],
    ['Connected, but no audio came back', { path, inbound: { packets: 0, lost: 0, lossPercent: 0 } }],
    ['Connected, but no audio came back', {}],
  ])('is "%s" by its worst figure', (word, figures) => {
    expect(judgeConnection(figures).startsWith(`${word}.`)).toBe(true);
  });
});

describe('server-sent events parser', () => {
  it('gives the same events at any chunk boundary, without heartbeats', async () => {
    const bytes = new TextEncoder().encode(': hi\n\ndata: {"a":"é"}\n\n:\n\ndata: one\ndata: two\n\n');
    for (let size = 1; size <= bytes.length; size++) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
          controller.close();
        },
      });
      const events: string[] = [];
      for await (const data of readEventStream(body)) events.push(data);
      expect(events).toEqual(['{"a":"é"}', 'one\ntwo']);
    }
  });

  it('ignores unknown lines', () => {
    expect(parseLiveEvent('{"kind":"levels","callerDbov":-20,"agentDbov":-30}')).toBeUndefined();
    expect(parseLiveEvent('{"kind":"news"}')).toBeUndefined();
  });
});

describe('what people type about their channels', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' HTTP://Shop.example.com:8080/a?b ', 'http://shop.example.com:8080'],
    ['localhost:3000/x', 'http://localhost:3000'],
    ['not an address', 'not an address'],
  ])('makes the origin of the page %j', (address, origin) => expect(originOf(address)).toBe(origin));

  it.each([
    ['+44 20 7946 0810', '+442079460810'],
    ['0044 (0)20/7946-0810', '+442079460810'],
    ['+44 207*', '+44207*'],
  ])('makes a number of %j', (typed, number) => expect(dialled(typed)).toBe(number));

  it.each([
    ['#0f6e66', '#fff'],
    ['#ffd400', '#000'],
    ['teal', '#fff'],
  ])('puts readable text on %s', (color, text) => expect(textOn(color)).toBe(text));
});

describe('call duration', () => {
  it.each([
    [0, '0:00'],
    [59_999, '0:59'],
    [187_000, '3:07'],
    [3_600_000, '60:00'],
  ])('of %d ms reads %s', (durationMs, words) => {
    expect(formatDuration(durationMs)).toBe(words);
  });
});

it('pauses the call that is at a later exchange when two play in sync', () => {
  const beginnings = [
    [0, 1_000, 5_000],
    [0, 2_000, 9_000],
  ] as const;
  expect(whoWaits(beginnings, [900, 1_900])).toBeUndefined();
  expect(whoWaits(beginnings, [1_000, 1_000])).toBe(0);
  expect(whoWaits(beginnings, [3_000, 2_000])).toBeUndefined();
  expect(whoWaits(beginnings, [3_000, 9_000])).toBe(1);
});

describe('text difference', () => {
  const shown = (before: string, after: string) =>
    diffText(before, after).map(({ how, text, isBlock }) => {
      const mark = { same: ' ', gone: '-', new: '+' }[how];
      return `${mark}${isBlock ? '#' : ''}${text}`;
    });

  it('is shown word by word when most words stay', () => {
    expect(shown('We open at nine.', 'We open at eight.')).toEqual([' We open at ', '-nine', '+eight', ' .']);
    expect(shown('Hello.', 'Hello. How can I help you today?')).toEqual([
      ' Hello.',
      '+ How can I help you today?',
    ]);
  });

  it('shows old and new text when rewritten', () => {
    const before = 'Good morning, this is the Harbour Hotel. What can I do for you?';
    const after = 'Hi! You have reached our night desk; tell me your room number, please.';
    expect(shown(before, after)).toEqual([`-#${before}`, `+#${after}`]);
  });

  it('keeps unchanged lines beside rewritten, removed or added ones', () => {
    const lines = ['# Role', 'You answer the phone of a hotel.', 'Be brief.', ''].join('\n');
    expect(shown(lines, lines.replace('You answer the phone of a hotel.', 'Callers want tables.'))).toEqual([
      ' # Role\n',
      '-#You answer the phone of a hotel.',
      '+#Callers want tables.',
      ' Be brief.\n',
    ]);
    expect(shown('One.\nTwo.\n', 'One.\n')).toEqual([' One.\n', '-Two.\n']);
    expect(shown('', 'One.')).toEqual(['+One.']);
    expect(shown('One.', 'One.')).toEqual([' One.']);
  });
});

describe('form wording of a validation error', () => {
  const labels = { name: 'Name', 'publicAccess.origins': 'Web pages', loginUsername: 'User name there' };

  it.each([
    [
      'name must have 1 to 100 letters; and 2 more problems',
      [['name', 'Must have 1 to 100 letters']],
      ['and 2 more problems'],
    ],
    [
      'each of publicAccess.origins must be like https://www.example.com',
      [['publicAccess.origins', 'Each of them must be like https://www.example.com']],
      [],
    ],
    ['loginUsername must be given with host', [['loginUsername', 'Must be given with host']], []],
    ['The API key lacks the scope agents:write.', [], ['The API key lacks the scope agents:write.']],
    ['maxCalls must not be less than 1', [], ['maxCalls must not be less than 1']],
  ])('%s', (message, fields, rest) => {
    const faults = faultsIn(message, labels);
    expect(faults.fields.map(({ path, text }) => [path, text])).toEqual(fields);
    expect(faults.rest).toEqual(rest);
  });

  it('names document fields as its form does, and asks for empty ones', () => {
    const document = { tools: [{ name: '', http: { method: 'GET', url: 'x' } }] };
    const message =
      'The agent document is not valid: /tools/0/name must be like find_room; /tools/0/http/url must NOT have fewer than 8 characters; ' +
      "/tools/0 must have required property 'description'; /tools/1/name is the same as /tools/0/name.";
    const faults = documentFaults(message, document)!;
    expect(faults.map(({ pointer, text }) => `${placeWords(pointer)}: ${text}`)).toEqual([
      'Tools › 1 › Name: Fill this in.',
      'Tools › 1 › Web address: Must have at least 8 characters.',
      'Tools › 1 › What it does: Fill this in.',
      'Tools › 2 › Name: Is the same as “Tools › 1 › Name”.',
    ]);
    expect(documentFaults('The server answered 503.', document)).toBeUndefined();
  });
});

describe('facts about a business', () => {
  const span = { from: '08:30', until: '18:00' };
  const weekdays = Array.from({ length: 7 }, (_, day) => (day < 5 ? [span] : []));
  const business = {
    address: '14 Quayside Row: the red door',
    hours: weekdays.with(2, [span, { from: '19:00', until: '20:00' }]),
    closed: '25 December',
  };

  it.each(['', 'You are kind.', 'You are kind.\n', '# About the business\nIt is old.', 'One.\n\nTwo.'])(
    'are read back from the instructions after %j',
    (own) => {
      expect(instructionsIn(promptOf({ own, business }))).toEqual({ own, business });
    },
  );

  it.each(['# About the business\nWe like dogs.', '# About the business\nMonday: closed', 'Monday: closed'])(
    'leave %j to its author',
    (prompt) => {
      const { own } = instructionsIn(prompt);
      expect(own).toBe(prompt);
      expect(promptOf(instructionsIn(prompt))).toBe(prompt);
    },
  );

  it('are said with equal days together', () => {
    expect(hoursAsSaid(business)).toBe(
      'We are open Monday and Tuesday from 08:30 to 18:00, and Wednesday from 08:30 to 18:00 and from 19:00 to 20:00, ' +
        'and Thursday and Friday from 08:30 to 18:00. We are closed on Saturday and Sunday, and on 25 December.',
    );
    expect(hoursAsSaid({ ...business, hours: [] })).toBe('We are closed on 25 December.');
  });

  it('change the fixed answer about them, in English and where a language model does not answer', () => {
    const known = { name: 'opening-hours', examples: ['open?'], reply: 'Old.' };
    const change = { hours: weekdays };
    const english = withBusiness({ prompt: 'Hi.', intents: [known] }, change);
    expect(english.intents).toEqual([
      {
        ...known,
        reply: 'We are open Monday to Friday from 08:30 to 18:00. We are closed on Saturday and Sunday.',
      },
    ]);
    expect(withBusiness({ prompt: 'Hi.' }, change).intents).toBeUndefined();
    expect(withBusiness({}, change).intents).toHaveLength(1);
    const german = withBusiness({ languageCode: 'de-DE', intents: [known] }, change);
    expect(german.intents).toEqual([known]);
    expect(instructionsIn(german.prompt as string).business.hours).toEqual(weekdays);
  });
});

describe('rows of a tool', () => {
  const schema = {
    type: 'object',
    properties: {
      people: { type: 'integer', description: 'How many', examples: [4] },
      day: { type: 'string', format: 'date' },
      where: { type: 'string', enum: ['in', 'out'] },
      vegan: { type: 'boolean' },
    },
    required: ['people'],
  };

  it('show a schema and give it back unchanged', () => {
    const rows = parametersIn(schema)!;
    expect(rows.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'people: whole',
      'day: date',
      'where: choice',
      'vegan: yes-no',
    ]);
    expect(schemaOfParameters(rows)).toEqual(schema);
    expect(exampleArguments(rows)).toEqual({ people: 4, day: '2027-03-01', where: 'in', vegan: true });
  });

  it.each<JsonObject>([
    { ...schema, additionalProperties: false },
    { type: 'object', properties: { people: { type: 'integer', minimum: 1 } } },
    { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } },
    { type: 'object', properties: { size: { type: 'integer', enum: [1, 2] } } },
    { type: ['object', 'null'] },
  ])('do not show %j, which says more', (more) => {
    expect(parametersIn(more)).toBeUndefined();
  });
});

it('changes a place of the document, and removes objects that become empty', () => {
  const document: JsonObject = {
    tools: [{ name: 'a' }, { name: 'b', http: { url: 'x' } }],
    voice: { speed: 1 },
  };
  expect(withPath(document, ['tools', '1', 'http', 'url'], 'y')).toEqual({
    ...document,
    tools: [{ name: 'a' }, { name: 'b', http: { url: 'y' } }],
  });
  expect(withPath(document, ['voice', 'speed'], undefined)).toEqual({ tools: document.tools });
  expect(withPath({}, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
});
