import type { AgentDocument } from '../../agent-document/index.js';
import { expectedNames } from './expected-names.js';

const documentOf = (settings: Partial<AgentDocument>): AgentDocument => ({ schemaVersion: 1, ...settings });

describe('expected names of a call', () => {
  it('include listed words, transfer targets and names in prompts', () => {
    const names = expectedNames(
      documentOf({
        greeting: 'Welcome to Green Valley Dental. Our dentists are Dr. Okonkwo and Siobhan O’Brien.',
        intents: [
          {
            name: 'booking',
            examples: ['can I see Doctor Nguyen-Smith'],
            reply: 'We are in Łódź. Please call.',
          },
        ],
        speech: { keyphrases: ['root canal'] },
        transfer: { destinations: [{ name: 'front desk', to: { number: '+15550100' } }] },
      }),
    );
    expect(names.slice(0, 2)).toEqual(['root canal', 'front desk']);
    expect(names.slice(2).sort()).toEqual([
      'Doctor Nguyen-Smith',
      'Green Valley Dental',
      'Okonkwo',
      'Siobhan O’Brien',
      'Łódź',
    ]);
  });

  it('exclude words capitalized only at the start of a sentence', () => {
    const reply = 'We are closed. Please call again. Thank you! Is that fine? I think so.';
    expect(
      expectedNames(
        documentOf({ greeting: 'Hello. How are you?', intents: [{ name: 'a', examples: ['b'], reply }] }),
      ),
    ).toEqual([]);
  });

  it('are limited to a hundred', () => {
    const prompt = Array.from(
      { length: 300 },
      (_, at) => `from Mr${'abcdefghij'[at % 10] ?? ''}${'xyz'.repeat(1 + (at % 7))}${'q'.repeat(at % 11)}`,
    ).join(' ');
    expect(expectedNames(documentOf({ prompt }))).toHaveLength(100);
  });
});
