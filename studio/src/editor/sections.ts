/** A topic under Advanced, with some fields of the document. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly fields: readonly string[];
}

/** What the five questions do not ask. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'models',
    title: 'Models',
    lead: 'Which providers hear, think and speak. Without a choice the server decides.',
    fields: ['models', 'llm'],
  },
  {
    id: 'turns',
    title: 'Turn-taking',
    lead: 'When it answers, when callers can interrupt it, and what it does about silence.',
    fields: ['turnTaking'],
  },
  {
    id: 'knowledge',
    title: 'Use of knowledge',
    lead: 'How it looks things up in its topics and documents.',
    fields: ['knowledge'],
  },
  {
    id: 'speech',
    title: 'Pronunciation and names',
    lead: 'Words that are hard to say or to hear.',
    fields: ['speech'],
  },
  {
    id: 'failure',
    title: 'When something fails',
    lead: 'What callers hear while a provider is slow or away, and after an interrupted call.',
    fields: ['failure', 'carryOn'],
  },
  {
    id: 'analysis',
    title: 'After the call',
    lead: 'What a language model finds out from the record of a call.',
    fields: ['analysis'],
  },
  { id: 'privacy', title: 'Privacy', lead: 'What is kept of a call.', fields: ['privacy'] },
  {
    id: 'variants',
    title: 'Variants',
    lead: 'The same agent with other words or settings for some callers.',
    fields: ['variants'],
  },
  { id: 'code', title: 'As JSON or YAML', lead: 'The whole agent as text, for developers.', fields: [] },
];
