import type { Schemas } from '../api/client.js';
import { promptOf, type Span } from '../editor/business.js';
import { APPOINTMENT } from '../editor/form-presets.js';

type AgentDocument = Schemas['AgentDocument'];

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly name: string;
  /** The words of the greeting that stand for the business. */
  readonly business?: string;
  readonly document: AgentDocument;
}

const base = { schemaVersion: 1, languageCode: 'en-GB' } as const;
/** The end of all instructions. */
export const SPOKEN_STYLE =
  'You speak on the telephone: answer in one or two short sentences, ask one question at a time, and never read out lists. ' +
  'Say what you do not know, and promise nothing that you cannot do in this call. It is {{now}}.';
const NOON_TO_TEN: readonly Span[] = [{ from: '12:00', until: '22:00' }];
const EIGHT_TO_FIVE: readonly Span[] = [{ from: '08:00', until: '17:00' }];
const EVERY_DAY = Array.from({ length: 7 }, () => NOON_TO_TEN);
const GOODBYE = {
  name: 'goodbye',
  examples: ['goodbye', 'bye bye', 'that is all', 'no thank you'],
  reply: 'Thank you for calling. Goodbye.',
  endsCall: true,
};

const BOOKING: NonNullable<AgentDocument['forms']>[number] = {
  name: 'reservation',
  when: ['i would like to book a table', 'can i make a reservation', 'a table for two'],
  fields: [
    { name: 'people', type: 'number', ask: 'For how many people?' },
    { name: 'date', type: 'date', ask: 'On which day?' },
    { name: 'time', type: 'time', ask: 'At what time?', from: '12:00', until: '20:30' },
    { name: 'name', type: 'name', ask: 'What name is it under?' },
    { name: 'phone', type: 'phone', ask: 'And your phone number?' },
  ],
  review: 'A table for {{form.people}} on {{form.date}} at {{form.time}}, for {{form.name}}. Is that right?',
  then: {
    tool: 'book_table',
    say: 'Your table is booked, {{form.name}}.',
    failed: 'I am sorry, that did not work. Nothing is booked.',
  },
};
/** The demo's booking service, to be replaced by your own. */
const BOOK_TABLE: NonNullable<AgentDocument['tools']>[number] = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: {
      people: { type: 'integer' },
      date: { type: 'string', format: 'date' },
      time: { type: 'string', format: 'time' },
      name: { type: 'string' },
      phone: { type: 'string' },
    },
    required: ['people', 'date', 'time', 'name', 'phone'],
  },
  http: {
    method: 'POST',
    url: 'https://bookings.earshot.invalid/tables',
    body: { now: '{{now}}' },
    repeatable: true,
  },
};

/** Templates of new agents. Each works without a language model, and better with one. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  {
    id: 'restaurant',
    title: 'Restaurant',
    text: 'Takes reservations, and says when you are open and where to find you.',
    name: 'Front of house',
    business: 'the harbour restaurant',
    document: {
      ...base,
      greeting: 'Good day, this is the harbour restaurant. How can I help you?',
      prompt: promptOf({
        own: `You answer the telephone of a restaurant. You tell opening hours and directions, and take reservations.\n\n${SPOKEN_STYLE}`,
        business: {
          address: '',
          hours: EVERY_DAY.with(0, []),
          closed: '',
        },
      }),
      intents: [
        {
          name: 'opening-hours',
          examples: ['what are your opening hours', 'when are you open', 'are you open today'],
          reply: 'We are open from noon until ten, every day except Monday.',
        },
        GOODBYE,
      ],
      forms: [BOOKING],
      tools: [BOOK_TABLE],
      claimCheck: { mode: 'hold', onFailure: 'I am sorry, I could not confirm that. Shall I try again?' },
    },
  },
  {
    id: 'dentist',
    title: 'Dentist',
    text: 'Finds out how urgent it is, and takes appointments for you to confirm.',
    name: 'Reception',
    business: 'the dental practice',
    document: {
      ...base,
      greeting: 'Good day, you have reached the dental practice. What can I do for you?',
      prompt: promptOf({
        own: `You are the reception of a dental practice. Ask what the problem is and how bad the pain is. Callers with swelling, a fever or an injury should come in today; for everyone else, write down an appointment. You give no medical advice.\n\n${SPOKEN_STYLE}`,
        business: {
          address: '',
          hours: EVERY_DAY.map((_day, at) => (at < 5 ? EIGHT_TO_FIVE : [])),
          closed: '',
        },
      }),
      privacy: { redact: ['emails'] },
      intents: [
        {
          name: 'pain',
          examples: ['my tooth hurts', 'i have a toothache', 'i am in pain', 'it is an emergency'],
          reply: 'I am sorry to hear that. Please come in as soon as we are open.',
        },
        {
          name: 'opening-hours',
          examples: ['when are you open', 'what are your opening hours'],
          reply: 'We are open from eight until five, Monday to Friday.',
        },
        GOODBYE,
      ],
      forms: [APPOINTMENT],
    },
  },
  {
    id: 'support',
    title: 'Support line',
    text: 'Understands the problem, answers what it knows, and says what it does not.',
    name: 'Support',
    document: {
      ...base,
      greeting: 'Hello, this is support. What can I help you with?',
      prompt: `You are the first line of support. Find out what happens, since when, and what was tried. Answer from the knowledge that you are given, one step at a time, and ask whether it helped. Where it did not, say so, and name the ways to reach a person that you know of.\n\n${SPOKEN_STYLE}`,
      analysis: { summary: true, success: 'The problem was solved.' },
      intents: [
        {
          name: 'person',
          examples: ['i want to speak to a person', 'can i talk to somebody', 'give me an operator'],
          reply: 'I cannot put you through or have someone call you. But I can try to help you myself.',
        },
        {
          name: 'broken',
          examples: ['it does not work', 'it is broken', 'i have a problem', 'there is an error'],
          reply: 'I am sorry about that. What happens when you switch it off and on again?',
        },
        GOODBYE,
      ],
    },
  },
  {
    id: 'survey',
    title: 'Survey',
    text: 'Asks three questions, one after another, and thanks.',
    name: 'Survey',
    document: {
      ...base,
      greeting: 'Hello! Do you have a minute for three short questions about your last visit?',
      prompt: `You ask three questions, one at a time: how satisfied the caller was, from one to five; what they liked; what should be better. Accept every answer, thank them at the end and say goodbye. Whoever does not want to take part is thanked and let go.\n\n${SPOKEN_STYLE}`,
      builtInTools: ['hang_up'],
      analysis: {
        summary: true,
        fields: {
          type: 'object',
          properties: { rating: { type: 'integer' }, liked: { type: 'string' }, better: { type: 'string' } },
        },
      },
      intents: [
        {
          name: 'yes',
          examples: ['yes', 'sure', 'go ahead', 'okay'],
          reply: 'Thank you. From one to five, how satisfied were you?',
        },
        GOODBYE,
      ],
    },
  },
  {
    id: 'empty',
    title: 'Empty',
    text: 'A greeting, and how to speak on the phone.',
    name: 'New agent',
    document: {
      ...base,
      greeting: 'Hello. How can I help you?',
      prompt: SPOKEN_STYLE,
      intents: [GOODBYE],
    },
  },
];
