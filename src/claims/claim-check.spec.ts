import type { LedgerCall } from './agent-claim.js';
import { ClaimCheck } from './claim-check.js';
import type { DeclaredTool } from './tool-claims.js';

/** A Tuesday. */
const NOW = Date.parse('2026-12-01T10:00:00Z');

const TOOLS: readonly DeclaredTool[] = [
  { name: 'book_table', description: 'Books a table in the restaurant.' },
  { name: 'cancel_booking', description: 'Cancels a booking.' },
  { name: 'find_rooms', description: 'Finds free rooms.' },
  { name: 'track_order', description: 'Tells where an order is.' },
  { name: 'send_sms', description: 'Sends a text message to the caller.' },
  { name: 'refund', description: 'Refunds a payment.' },
  { name: 'transfer', description: 'Transfers the caller to a person.' },
];

const BOOKED: LedgerCall = {
  id: 'tcall_1',
  name: 'book_table',
  argumentsText: '{"date":"2026-12-04","time":"19:30","people":4,"name":"Miller"}',
  answer: '{"ok":true,"reference":"R-4711"}',
};
const FAILED: LedgerCall = { ...BOOKED, answer: 'The restaurant is full.', failed: 'error' };
const REFUSED: LedgerCall = { ...BOOKED, answer: '{"ok":false,"reason":"full"}' };
const { answer: _none, ...RUNNING } = BOOKED;
const ROOMS: LedgerCall = {
  name: 'find_rooms',
  argumentsText: '{}',
  answer: '{"rooms":["a","b","c"],"price":80}',
};

function verdict(
  sentence: string,
  calls: readonly LedgerCall[] = [],
  callerSaid: readonly string[] = [],
  prompt = '',
) {
  const check = ClaimCheck.of({ schemaVersion: 1, prompt }, () => NOW);
  const checked = check?.check(sentence, TOOLS, { passages: '', callerSaid, calls });
  const [first] = checked?.claims.filter(({ kind }) => kind !== 'name') ?? [];
  return [checked?.verdict, first?.reason].filter(Boolean).join(' ');
}

describe('a sentence claims nothing when it', () => {
  it.each([
    ['offers', 'I can book a table for you.'],
    ['asks', 'Would you like me to book it?'],
    ['asks about the past', 'Have you booked with us before?'],
    ['asks about a state', 'Is your table booked already?'],
    ['announces an intention', 'I will book that for you.'],
    ['names a condition', 'Once I have booked it, you get a text message.'],
    ['names a condition at its end', 'Your table is booked once you confirm.'],
    ['quotes', 'The letter says “your table is booked”.'],
    ['reports what the caller said', 'You said your table is booked.'],
    ['says that something is taken', 'Sorry, that table is already booked.'],
    ['tells a general rule', 'Bookings are confirmed by the restaurant.'],
    ['asks for a detail', 'When would you like to come?'],
    ['uses the past of another day', 'We sent you a letter last week.'],
    ['is small talk', 'Good evening, how can I help you?'],
    ['thanks', 'Thank you for calling, goodbye.'],
    ['reads back what it is about to do', 'To confirm, your table is in the garden.'],
    ['asks whether it understood', 'So your table is for four on Friday, is that right?'],
    ['begins with what a thing costs', 'Cancelling a booking costs nothing.'],
    ['states a rule of the house', 'The same rules apply in Leeds.'],
    ['tells what somebody feels', 'I understood that you liked the table.'],
  ])('%s: %s', (_why, sentence) => {
    expect(verdict(sentence)).toBe('clear');
  });
});

describe('without any call it is unproven that', () => {
  it.each([
    'I have booked your table.',
    "I've just booked it for you.",
    'I went ahead and booked a table.',
    'Your table is booked.',
    "You're all booked in.",
    'Great, booked for you.',
    'Okay, done.',
    'You are all set.',
    "I've got you booked in.",
    'Your reservation has been made.',
    'I have reserved the table for you.',
    'I have cancelled your booking.',
    'I am transferring you now.',
    'I have sent you a text message.',
    'Your refund has been issued.',
    "I've booked your table, is that okay?",
    'Shall I also send a text now that I have booked the table?',
    'Of course, and I have already booked it.',
    'I checked the order and it is fine.',
    'I have pencilled you in for Friday.',
    "I've popped your name on the list for that table.",
    'I managed to book you a table.',
    'I did book it.',
    "It's been booked.",
    'Your table is waiting for you.',
    'You have got a table on Friday.',
    "That's you down for Friday.",
    'Consider it booked.',
    'A table has been set aside for you.',
    'Your booking is in the system.',
    'We will be expecting you, see you on Friday.',
    'Your reservation went through.',
    'Your evening is taken care of.',
    'You should find a confirmation in your inbox.',
    'I have got the booking started.',
    'Would you like a reminder, since your table is booked?',
  ])('%s', (sentence) => {
    expect(verdict(sentence)).toBe('unproven no-call');
  });

  it('a person will do something that nobody asked them to do', () => {
    expect(verdict('Our manager will call you back tomorrow.')).toBe('unproven no-call');
    expect(
      verdict('Our manager will call you back.', [], [], 'A manager will call callers who complain.'),
    ).toBe('proven');
  });

  it('something is in stock or on its way', () => {
    expect(verdict('There are three rooms left.')).toBe('unproven no-call');
    expect(verdict('Your order is on its way.')).toBe('unproven no-call');
  });
});

describe('a call proves a claim', () => {
  it.each([
    'I have booked your table for four on Friday at half past seven.',
    'Your table is booked for Friday, the fourth of December, at 7:30 pm.',
    'It is booked under Miller, and the reference is 4711.',
    'Done.',
    'You are booked for 19:30.',
  ])('with the same values, however they are said: %s', (sentence) => {
    expect(verdict(sentence, [BOOKED], ['A table for four on Friday at half past seven, for Miller.'])).toBe(
      'proven',
    );
  });

  it.each([
    'I have booked your table for eight.',
    'I have booked your table for five people.',
    'Your table is booked for Saturday at half past seven.',
    'It is booked under Schmidt.',
  ])('but not with other values: %s', (sentence) => {
    expect(verdict(sentence, [BOOKED], ['A table for five on Saturday at eight, for Schmidt.'])).toBe(
      'unproven other-values',
    );
  });

  it('but not if it failed, also where only its answer says so', () => {
    expect(verdict('I have booked your table.', [FAILED])).toBe('unproven failed');
    expect(verdict('I have booked your table.', [REFUSED])).toBe('unproven failed');
  });

  it('also of a tool that is named after what it makes', () => {
    const tools = [{ name: 'make_appointment', description: 'Makes an appointment.' }];
    const check = ClaimCheck.of({ schemaVersion: 1 }, () => NOW);
    const checked = check?.check('I have scheduled it.', tools, { passages: '', callerSaid: [], calls: [] });
    expect(checked?.claims).toMatchObject([{ tool: 'make_appointment', reason: 'no-call' }]);
  });

  it('while it is running, only that it is running', () => {
    expect(verdict('I have booked your table.', [RUNNING])).toBe('waits');
    expect(verdict('I am booking your table.', [RUNNING])).toBe('proven');
  });

  it('of the tool that did it, not of another one', () => {
    expect(verdict('I have cancelled your booking.', [BOOKED])).toBe('unproven no-call');
  });

  it('of what a tool told', () => {
    expect(verdict('There are three rooms left.', [ROOMS])).toBe('proven');
    expect(verdict('There are five rooms left.', [ROOMS])).toBe('unproven other-values');
  });
});

describe('a denial', () => {
  it('may have its verb after the negation', () => {
    expect(verdict('I did not book anything.')).toBe('proven');
    expect(verdict('I did not book anything.', [BOOKED])).toBe('unproven was-done');
  });

  it('is false after the call', () => {
    expect(verdict('I have not booked anything.', [BOOKED])).toBe('unproven was-done');
    expect(verdict('No booking has been made.', [BOOKED])).toBe('unproven was-done');
    expect(verdict('Nothing has been changed.', [BOOKED])).toBe('unproven was-done');
    expect(verdict('I could not book that.', [BOOKED])).toBe('unproven was-done');
    expect(verdict('Your booking was declined.', [BOOKED])).toBe('unproven was-done');
  });

  it('is true without one, after a failure, and of other values', () => {
    expect(verdict('I have not booked anything yet.')).toBe('proven');
    expect(verdict('I could not book that.', [FAILED])).toBe('proven');
    expect(verdict('Your booking was declined.', [FAILED])).toBe('proven');
    expect(verdict('I could not book nine o’clock.', [BOOKED])).toBe('proven');
  });
});

describe('a value needs a source', () => {
  const PROMPT = 'We open at 9:00 and close at 22:00. Parking costs 5 euros. Breakfast is 12.50 euros.';

  it.each([
    ['That is 35 euros.', 'unproven no-source'],
    ['Parking costs five euros.', 'clear'],
    ['Breakfast is twelve euros fifty.', 'clear'],
    ['We close at ten pm.', 'clear'],
    ['We close at eleven pm.', 'unproven no-source'],
    ['Would eleven o’clock suit you?', 'clear'],
    ['For two people, breakfast is 25 euros.', 'clear'],
    ['One moment, please.', 'clear'],
    ['A room is 80 euros.', 'clear'],
  ])('%s %s', (sentence, expected) => {
    expect(verdict(sentence, [ROOMS], ['For two people.'], PROMPT)).toBe(expected);
  });
});

it('does no more work for a sentence or a source that is too long', () => {
  const costOf = (times: number) => {
    const prompt = 'we open at nine on Monday for 5 euros '.repeat(20 * times);
    const check = ClaimCheck.of({ schemaVersion: 1, prompt }, () => NOW);
    const known = { passages: '', callerSaid: ['seven eight nine '.repeat(30)], calls: [] };
    const sentence = 'your table for seven on Friday at 7:30 is booked and I have '.repeat(times);
    check?.check('That is 35 euros.', TOOLS, known);
    const beganAt = process.cpuUsage();
    for (let round = 0; round < 20; round += 1) check?.check(`${sentence}${round}`, TOOLS, known);
    return process.cpuUsage(beganAt).user;
  };
  costOf(80);
  expect(costOf(1_000)).toBeLessThan(5 * costOf(80));
});
