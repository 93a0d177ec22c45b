import type { ProviderOptions } from '../../agent-document/index.js';
import { deepgramLanguages, listedLanguage } from '../../providers/index.js';
import type { TranscriptionRequest } from '../stages/index.js';

type Parameter = string | number | boolean | undefined;
type Query = Readonly<Record<string, Parameter | readonly Parameter[]>>;

export function languageOf(
  { languageCode }: TranscriptionRequest['agent'],
  model: string,
): { language?: string } {
  const language = languageCode && listedLanguage(languageCode, deepgramLanguages(model));
  return language ? { language } : {};
}

/** Options are query parameters here: numbers, texts, flags and lists of them. */
export const queryOf = (options: ProviderOptions = {}): Query =>
  Object.fromEntries(
    Object.entries(options).filter((option): option is [string, Query[string]] =>
      [option[1]].flat().every((one) => ['string', 'number', 'boolean'].includes(typeof one)),
    ),
  );

/** A list becomes a parameter for each of its values. */
export function deepgramUrl(base: string, query: Query): string {
  const url = new URL(`${base.replace(/^http/, 'ws').replace(/\/$/, '')}/v1/listen`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  return url.href;
}
