import type { AgentDocument } from '../../agent-document/index.js';
import type { Phonemes, Transcript, VoiceAbilities } from '../stages/index.js';
import { sayAddresses } from './addresses.js';
import { WordReplacer } from './replace-words.js';
import { spokenForms } from './spoken-forms.js';

type Pronunciations = NonNullable<NonNullable<AgentDocument['speech']>['pronunciations']>;

/** Sentences have at most 200 characters. Pronunciations can make them longer, up to this limit on processing time. */
const MAX_WRITTEN_OUT = 600;

/** The document's pronunciations and vocabulary. */
export class AgentWords {
  private readonly pronunciations: Pronunciations;
  /** By phoneme format; the key is undefined for voices without phonemes. */
  private readonly pronouncers = new Map<Phonemes | undefined, WordReplacer>();
  private readonly replacements: WordReplacer;
  private readonly forms: ReturnType<typeof spokenForms>;
  private readonly writesOut: boolean | undefined;

  constructor({ speech = {}, languageCode = 'en' }: Pick<AgentDocument, 'speech' | 'languageCode'>) {
    const { pronunciations = [], replacements = [] } = speech;
    this.pronunciations = pronunciations;
    this.replacements = new WordReplacer(replacements.map(({ heard, meant }) => [heard, meant]));
    this.writesOut = speech.spokenForms;
    this.forms = spokenForms(languageCode);
  }

  /** The text as given to the voice. */
  spoken(text: string, { wantsForms = false, phonemes }: VoiceAbilities = {}): string {
    const pronounced = this.pronouncer(phonemes).apply(text);
    const isWrittenOut = (this.writesOut ?? wantsForms) && pronounced.length <= MAX_WRITTEN_OUT;
    const said = (isWrittenOut ? this.forms?.(pronounced) : undefined) ?? sayAddresses(pronounced);
    return said.trim() === '' ? text : said;
  }

  /** Corrects a transcript with the document's vocabulary. */
  meant(heard: Transcript): Transcript {
    const text = this.replacements.apply(heard.text);
    return text === heard.text ? heard : { ...heard, text: text.trim() };
  }

  private pronouncer(phonemes: Phonemes | undefined): WordReplacer {
    const known = this.pronouncers.get(phonemes);
    if (known) return known;
    const made = new WordReplacer(
      this.pronunciations.map(({ written, spoken, ipa }) => [
        written,
        (ipa === undefined ? undefined : phonemes?.(written, ipa.trim().split(/\s+/))) ?? spoken,
      ]),
    );
    this.pronouncers.set(phonemes, made);
    return made;
  }
}
