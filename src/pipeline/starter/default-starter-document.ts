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
    // It would be a promise that nobody keeps.
    name: 'no-reservations',
    examples: [
      'i would like to book a table',
      'can i book a table',
      'i want to make a reservation',
      'can i make an appointment',
      'book a table for two',
    ],
    reply: "I am only a demo, so I can't reserve a table.",
  },
  {
    name: 'prices',
    examples: ['how much does it cost', 'what are your prices', 'how expensive is it', 'what is the price'],
    reply: 'A main course is between fifteen and twenty dollars.',
  },
  {
    name: 'who-are-you',
    examples: ['who are you', 'what is your name', 'are you a robot', 'am i talking to a machine'],
    reply: 'I am the starter agent of Earshot. I run on this computer alone, without any provider.',
  },
  {
    name: 'abilities',
    examples: ['what can you do', 'what can i ask you', 'how can you help me', 'help'],
    reply: 'Ask me when we are open, where we are, or what it costs. You can interrupt me at any time.',
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

/**
 * An agent to begin with: the reception of a restaurant that doesn't exist, all of it within what the starter agent can
 * do.
 */
export function defaultStarterDocument(): AgentDocument {
  return {
    schemaVersion: 1,
    greeting: 'Hello, this is Earshot. You can ask for our opening hours, our address, or our prices.',
    languageCode: 'en-US',
    prompt:
      'You are the friendly receptionist of a small restaurant. It is open from nine to nine, every day but Sunday, at twelve ' +
      'Market Street. It takes no reservations. Answer in one or two short sentences.',
    intents: structuredClone(INTENTS),
  };
}
