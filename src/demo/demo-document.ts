import type { AgentDocument } from '../common/agent-document/index.js';

/** What the demo agent says: enough to try a call, all of it within what the keyless starter agent can do. */
export const DEMO_DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello, this is Earshot. Ask me what I can do, what time it is, or say goodbye.',
  languageCode: 'en-GB',
  prompt:
    'You are a friendly telephone agent that shows what Earshot can do. Answer in one or two short sentences.',
  intents: [
    {
      name: 'abilities',
      examples: ['what can you do', 'who are you', 'how does this work'],
      reply:
        'I am the agent that comes with Earshot. I listen, I answer, and you can interrupt me at any time.',
    },
    {
      name: 'goodbye',
      examples: ['goodbye', 'bye', 'hang up', 'that is all'],
      reply: 'Goodbye.',
      endsCall: true,
    },
  ],
  fallbackReply: 'Sorry, I did not understand that. Ask me what I can do.',
};
