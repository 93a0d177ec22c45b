import { Type } from '@sinclair/typebox';
import { orNull, responseShape, shape } from '../http/openapi/index.js';

export const WebsitePagesSchema = responseShape({
  pages: Type.Array(shape('WebsitePage', { url: Type.String(), title: Type.String(), text: Type.String() })),
});

export const WEBSITE_PAGES_EXAMPLE = {
  pages: [
    {
      url: 'https://www.smile.example/contact',
      title: 'Contact – Bright Smile',
      text: 'Contact\nYou find us at 12 Market Street. Parking is behind the house.',
    },
  ],
};

const Time = Type.String({ pattern: '^\\d\\d:\\d\\d$' });

export const AgentSuggestionSchema = shape('AgentSuggestion', {
  name: Type.String({ description: 'Empty if the model suggested none.' }),
  languageCode: orNull(Type.String(), { description: 'BCP 47; null if the model named no language.' }),
  greeting: Type.String(),
  instructions: Type.String(),
  address: Type.String({ description: 'Empty if it is not known.' }),
  hours: Type.Array(Type.Array(shape('OpeningSpan', { from: Time, until: Time })), {
    description: 'Opening hours by day, Monday first; a closed day has none. Empty if they are not known.',
  }),
  closed: Type.String({ description: 'Holidays, in words.' }),
  knowledge: Type.Array(shape('SuggestedTopic', { title: Type.String(), content: Type.String() })),
  tests: Type.Array(
    shape('SuggestedTest', {
      name: Type.String(),
      say: Type.Array(Type.String(), { description: 'What the caller says, turn by turn.' }),
      expect: Type.String({ description: 'A statement about what the agent answers.' }),
    }),
  ),
  provider: Type.String({ description: 'The provider whose model wrote it.' }),
  model: Type.String(),
});

export const AGENT_SUGGESTION_EXAMPLE = {
  name: 'Bright Smile reception',
  languageCode: 'en-GB',
  greeting: 'Good day, this is Bright Smile. What can I do for you?',
  instructions: 'You are the reception of the dental practice Bright Smile. …',
  address: '12 Market Street, Harbourton',
  hours: [[{ from: '08:00', until: '17:00' }], [], [], [], [], [], []],
  closed: '25 and 26 December',
  knowledge: [{ title: 'Parking', content: 'You can park behind the house.' }],
  tests: [
    { name: 'Parking', say: ['Where can I park?'], expect: 'It says that one can park behind the house.' },
  ],
  provider: 'openai',
  model: 'gpt-4.1-mini',
};
