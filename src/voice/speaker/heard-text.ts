import type { PartHeard } from './pausable-voice.js';

/**
 * The part of a text that the caller heard when `heardMs` of its `spokenMs` of audio were sent. Providers report no
 * word timings, so even speech is assumed; an incomplete word does not count.
 */
export function heardText(text: string, heardMs: number, spokenMs: number): string {
  if (spokenMs <= 0 || heardMs <= 0) return '';
  if (heardMs >= spokenMs) return text.trim();
  const reached = Math.floor((text.length * heardMs) / spokenMs);
  if (/\s/.test(text.charAt(reached))) return text.slice(0, reached).trim();
  return text.slice(0, text.slice(0, reached).search(/\s\S*$/) + 1).trim();
}

/** The heard and unheard words of successive texts. @param parts In order. */
export function progressOf(
  parts: readonly {
    readonly text: string;
    readonly heard: Pick<PartHeard, 'heardMs' | 'spokenMs'> | undefined;
  }[],
) {
  const said = parts.map(({ text, heard }) => heardText(text, heard?.heardMs ?? 0, heard?.spokenMs ?? 0));
  const unsaid = parts.map(({ text }, at) => text.slice(said[at]?.length));
  const joined = (texts: readonly string[]) => texts.join(' ').trim();
  return { said: joined(said), unsaid: joined(unsaid) };
}
