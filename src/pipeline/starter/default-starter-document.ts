import type { AgentDocument } from '../../agent-document/index.js';

const INTENTS: AgentDocument['intents'] = [
  {
    name: 'opening-hours',
    examples: [
      'what are your opening hours',
      'when are you open',
      'when do you open',
      'when do you close',
      'are you open on sunday',
      'are you open today',
    ],
    reply: 'We are open from nine in the morning until nine in the evening, every day except Sunday.',
  },
  {
    name: 'address',
    examples: ['where are you', 'what is your address', 'where can i find you', 'how do i get there'],
    reply: 'You find us at twelve Market Street, right beside the station.',
  },
  {
    name: 'no-other-bookings',
    examples: [
      'i want to cancel my booking',
      'cancel my reservation',
      'can i change my booking',
      'do i have a booking',
      'who has booked a table',
    ],
    reply: 'I can only take new bookings. I cannot look others up, change them or cancel them.',
  },
  {
    name: 'prices',
    examples: [
      'how much does it cost',
      'what are your prices',
      'how expensive is it',
      'what is the price',
      'how much is a meal',
    ],
    reply: 'A main course is between fifteen and twenty dollars.',
  },
  {
    name: 'menu',
    examples: [
      'what is on the menu',
      'what kind of food do you serve',
      'what can i eat there',
      'what do you recommend',
      'do you serve fish',
      'what is the dish of the day',
    ],
    reply: 'We have soups, salads, pasta, fish and steak, and another dish of the day every day.',
  },
  {
    name: 'special-diets',
    examples: [
      'do you have anything vegetarian',
      'is there something for vegans',
      'do you have gluten free dishes',
      'i have a nut allergy',
    ],
    reply:
      'A third of our dishes is vegetarian, and some are vegan or gluten free. Please tell the waiter about allergies.',
  },
  {
    name: 'drinks',
    examples: [
      'what do you have to drink',
      'do you serve wine',
      'can we just come for a beer',
      'can i have a coffee',
    ],
    reply: 'We have wine, beer, soft drinks and coffee. A glass of wine is seven dollars.',
  },
  {
    name: 'takeout',
    examples: ['do you deliver', 'can i get food to go', 'do you do takeout', 'can i pick up a meal'],
    reply: 'We pack every dish to go, but we do not deliver.',
  },
  {
    name: 'payment',
    examples: ['can i pay by card', 'do you take credit cards', 'is it cash only', 'how can i pay'],
    reply: 'You can pay in cash, by card or with your phone.',
  },
  {
    name: 'parking',
    examples: ['where can i park', 'do you have parking', 'is there a parking lot nearby'],
    reply: 'There is a parking garage behind the station, two minutes from us.',
  },
  {
    name: 'children',
    examples: [
      'can i bring my children',
      'do you have a high chair',
      'what can my kids eat',
      'is it a good place for families',
    ],
    reply: 'Children are welcome. We have high chairs and a small menu for them.',
  },
  {
    name: 'dogs',
    examples: ['can i bring my dog', 'are pets allowed', 'is my dog welcome'],
    reply: 'Dogs are welcome on the terrace.',
  },
  {
    name: 'terrace',
    examples: ['can we sit outside', 'do you have a terrace', 'i would like to sit in the sun'],
    reply: 'We have a terrace. Its tables cannot be booked.',
  },
  {
    name: 'large-groups',
    examples: [
      'we are a large group',
      'can we celebrate a birthday there',
      'do you have room for twenty people',
      'can i rent the whole restaurant',
    ],
    reply: 'Our largest table is for eight people, and we do not host private parties.',
  },
  {
    name: 'walk-ins',
    examples: ['do i need a reservation', 'can we just walk in', 'do we have to book ahead'],
    reply: 'You can come without a booking. On Friday and Saturday evenings you may have to wait.',
  },
  {
    name: 'accessibility',
    examples: ['can i come in a wheelchair', 'are there any stairs', 'is it accessible'],
    reply: 'There are no steps at the entrance, and the restroom is accessible.',
  },
  {
    name: 'no-person',
    examples: [
      'can i talk to a person',
      'let me speak to a human',
      'i want to talk to the manager',
      'connect me to somebody',
    ],
    reply: 'There is nobody to connect you to, because this restaurant is only a demo.',
  },
  {
    name: 'who-are-you',
    examples: ['who are you', 'what is your name', 'are you a robot', 'am i talking to a machine'],
    reply: 'I am the starter agent of Earshot. I run on this computer alone, without any provider.',
  },
  {
    name: 'abilities',
    examples: ['what can you do', 'what can i ask you', 'how can you help me', 'help'],
    reply:
      'I can book a table for you, and answer questions about the restaurant: when we are open, where we are, what we serve and ' +
      'what it costs. You can interrupt me at any time.',
  },
  {
    name: 'thanks',
    examples: ['thank you', 'thanks a lot', 'thank you very much', 'that was helpful'],
    reply: 'You are welcome. Can I do anything else for you?',
  },
  {
    name: 'greeting',
    examples: ['hello', 'good morning', 'how are you'],
    reply: 'Hello! How can I help you?',
  },
  {
    name: 'goodbye',
    examples: ['goodbye', 'bye', 'bye bye', 'that is all', 'hang up please'],
    reply: 'Thank you for calling. Goodbye.',
    endsCall: true,
  },
];

const BOOKING: NonNullable<AgentDocument['forms']>[number] = {
  name: 'book-a-table',
  when: [
    'i would like to book a table',
    'i want to book a table',
    'can i book a table',
    'book a table for two',
    'i want to make a reservation',
    'can i make a reservation',
    'can i reserve a table',
    'do you have a table for two',
    'can we come for dinner tomorrow',
  ],
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
    intents: structuredClone(INTENTS),
    forms: [structuredClone(BOOKING)],
    tools: [structuredClone(BOOK_TABLE)],
  };
}
