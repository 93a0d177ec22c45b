import { ar } from './languages/ar.js';
import { de } from './languages/de.js';
import { en } from './languages/en.js';
import { es } from './languages/es.js';
import { fr } from './languages/fr.js';
import { it } from './languages/it.js';
import { nl } from './languages/nl.js';
import { pl } from './languages/pl.js';
import { pt } from './languages/pt.js';

/** Texts of the widget in one language. */
export interface Words {
  /** The language's own name. */
  readonly name: string;
  readonly language: string;
  readonly open: string;
  readonly title: string;
  readonly call: string;
  readonly hangUp: string;
  readonly mute: string;
  readonly unmute: string;
  readonly close: string;
  readonly transcript: string;
  readonly you: string;
  readonly agent: string;
  readonly ready: string;
  readonly starting: string;
  readonly connecting: string;
  readonly listening: string;
  readonly thinking: string;
  readonly speaking: string;
  readonly reconnecting: string;
  readonly ended: string;
  readonly endedByAgent: string;
  readonly playSound: string;
  readonly microphoneDenied: string;
  readonly microphoneNotFound: string;
  readonly microphoneLost: string;
  readonly unreachable: string;
  readonly lost: string;
  readonly busy: string;
  readonly failed: string;
  readonly write: string;
  readonly send: string;
  readonly writeInstead: string;
  /** Under the name of the agent. */
  readonly assistant: string;
  /** Under the text of the button. */
  readonly talkOrType: string;
  readonly greeting: string;
  readonly privacy: string;
  readonly howWasIt: string;
  readonly thanks: string;
  /** `{n}` of 5 stars. */
  readonly stars: string;
}

/** By language code (BCP 47). */
export const LANGUAGES: Readonly<Record<string, Words>> = { en, de, fr, es, it, pt, nl, pl, ar };

/** Those of the given codes (BCP 47) that the widget knows, in order. */
export const knownLanguages = (wanted: readonly string[]): string[] =>
  wanted
    .map((tag) => tag.trim().toLowerCase().split('-', 1)[0] ?? '')
    .filter((code) => Object.hasOwn(LANGUAGES, code));

/** The first of these languages that the widget knows, and its texts; otherwise English. */
export function wordsFor(wanted: readonly string[]): { readonly language: string; readonly words: Words } {
  const language = knownLanguages(wanted)[0] ?? 'en';
  return { language, words: LANGUAGES[language] ?? en };
}
