import type { ProviderOptions } from '../../agent-document/index.js';
import { deepgramLanguages, listedLanguage } from '../../providers/index.js';
import type { TranscriptionRequest } from '../stages/index.js';

export function languageOf(
  { languageCode }: TranscriptionRequest['agent'],
  model: string,
): { language?: string } {
  const language = languageCode && listedLanguage(languageCode, deepgramLanguages(model));
  return language ? { language } : {};
}

/** Options are query parameters here: numbers, texts, flags and lists of them. */
export const queryOf = (options: ProviderOptions = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) =>
      [value].flat().every((one) => ['string', 'number', 'boolean'].includes(typeof one)),
    ),
  );
