import { defaultStarterDocument } from '../starter/default-starter-document.js';
import { IntentModel } from '../llm/intents/intent-model.js';
import { wordsHeard } from './words-heard.js';

describe('words heard', () => {
  it('are open after unknown speech, too, where the last one ends no sentence', () => {
    const expectations = new IntentModel().expectations(defaultStarterDocument());
    const heard = (text: string) => wordsHeard({ text, unknownSpeechMs: 550 }, expectations);
    expect(heard('when')).toMatchObject({ unfinished: false, unclear: true, open: true });
    expect(heard('today')).toMatchObject({ unfinished: false, unclear: true, open: false });
  });
});
