import type { AgentDocument } from '../../agent-document/index.js';
import { BOOKING_REQUESTS, RESTAURANT_INTENTS } from './restaurant-intents.js';

const BOOKING: NonNullable<AgentDocument['forms']>[number] = {
  name: 'book-a-table',
  when: [...BOOKING_REQUESTS],
  fields: [
    { name: 'people', type: 'number', ask: 'For how many people?' },
    { name: 'date', type: 'date', ask: 'On which day?' },
    { name: 'time', type: 'time', ask: 'At what time?', from: '09:00', until: '20:30' },
    { name: 'name', type: 'name', ask: 'What name is it under?' },
    { name: 'phone', type: 'phone', ask: 'What is your phone number?' },
  ],
  review: 'A table for {{form.people}} on {{form.date}} at {{form.time}}, for {{form.name}}. Is that right?',
  then: {
    tool: 'book_table',
    say: 'Your table is booked, {{form.name}}. See you on {{form.date}} at {{form.time}}.',
    failed: 'I am sorry, that did not work. Nothing is booked.',
  },
};

/** A restaurant simulated by Earshot; its bookings are in the database. */
const BOOK_TABLE: NonNullable<AgentDocument['tools']>[number] = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: {
      people: { type: 'number' },
      date: { type: 'string' },
      time: { type: 'string' },
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

/** A first agent: the reception of a fictional restaurant, within the abilities of the starter agent. */
export function defaultStarterDocument(): AgentDocument {
  return {
    schemaVersion: 1,
    greeting: 'Hello, this is Earshot. You can ask for our opening hours, our address, or book a table.',
    languageCode: 'en-US',
    prompt:
      'You are the friendly receptionist of a small restaurant. It is open from nine to nine, every day but Sunday, at twelve ' +
      'Market Street. Answer in one or two short sentences.',
    intents: structuredClone([...RESTAURANT_INTENTS]),
    forms: [structuredClone(BOOKING)],
    tools: [structuredClone(BOOK_TABLE)],
  };
}
