import type { AgentDocument } from '../../agent-document/index.js';
import type { Transcript } from '../stages/index.js';
import { englishForms } from './english-forms.js';
import { WordReplacer } from './replace-words.js';

/** What a document says of words that are hard to say or to hear. */
export class AgentWords {
  private readonly pronunciations: WordReplacer;
  private readonly replacements: WordReplacer;
  private readonly writesOut: boolean;

  constructor({ speech = {}, languageCode = 'en' }: Pick<AgentDocument, 'speech' | 'languageCode'>) {
    const { pronunciations = [], replacements = [], spokenForms = false } = speech;
    this.pronunciations = new WordReplacer(pronunciations.map(({ written, spoken }) => [written, spoken]));
    this.replacements = new WordReplacer(replacements.map(({ heard, meant }) => [heard, meant]));
    this.writesOut = spokenForms && languageCode.split('-', 1)[0] === 'en';
  }

  /** What the voice is given for a written text. */
  spoken(text: string): string {
    const pronounced = this.pronunciations.apply(text);
    const said = this.writesOut ? englishForms(pronounced) : pronounced;
    return said.trim() === '' ? text : said;
  }

  /** What the caller meant, of what a recogniser understood. */
  meant(heard: Transcript): Transcript {
    const text = this.replacements.apply(heard.text);
    return text === heard.text ? heard : { ...heard, text: text.trim() };
  }
}
