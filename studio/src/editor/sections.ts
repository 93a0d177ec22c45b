/** The parts of the form, each with some fields of the document. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly fields: readonly string[];
}

export const SECTIONS: readonly Section[] = [
  {
    id: 'conversation',
    title: 'Conversation',
    lead: 'What it says first, and how it is to behave.',
    fields: ['greeting', 'prompt', 'languageCode', 'timeZone'],
  },
  {
    id: 'answers',
    title: 'Fixed answers',
    lead: 'Questions that it knows by heart. They work without any language model.',
    fields: ['intents', 'fallbackReply'],
  },
  {
    id: 'voice',
    title: 'Voice and models',
    lead: 'How it sounds, and which providers hear, think and speak. Without a choice the instance decides.',
    fields: ['voice', 'llm', 'models'],
  },
  {
    id: 'tools',
    title: 'Tools',
    lead: 'What it can do besides talk: requests to your own services, and things on the line.',
    fields: ['builtInTools', 'tools', 'mcpServers'],
  },
  {
    id: 'turns',
    title: 'Turn-taking',
    lead: 'When it answers, when it lets itself be interrupted, and what it does about silence.',
    fields: ['turnTaking'],
  },
  {
    id: 'knowledge',
    title: 'Use of knowledge',
    lead: 'How it looks things up in its topics.',
    fields: ['knowledge'],
  },
  { id: 'speech', title: 'Words', lead: 'Words that are hard to say or to hear.', fields: ['speech'] },
  {
    id: 'transfer',
    title: 'Hand over',
    lead: 'Other agents, phone lines and pages for callers.',
    fields: ['transfer'],
  },
  {
    id: 'analysis',
    title: 'After the call',
    lead: 'What a language model is to find out from its record.',
    fields: ['analysis'],
  },
  {
    id: 'privacy',
    title: 'Privacy',
    lead: 'What is kept of a call.',
    fields: ['privacy'],
  },
  {
    id: 'variants',
    title: 'Variants',
    lead: 'The same agent with other words or settings for some callers.',
    fields: ['variants'],
  },
];
