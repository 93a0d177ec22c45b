/**
 * The part of a text that a caller heard, when `heardMs` of its `spokenMs` of audio were sent. Providers give no times
 * of single words, so speech is taken to run evenly; a word that was cut off doesn't count.
 */
export function heardText(text: string, heardMs: number, spokenMs: number): string {
  if (spokenMs <= 0 || heardMs <= 0) return '';
  if (heardMs >= spokenMs) return text.trim();
  const reached = Math.floor((text.length * heardMs) / spokenMs);
  if (/\s/.test(text.charAt(reached))) return text.slice(0, reached).trim();
  return text.slice(0, text.slice(0, reached).search(/\s\S*$/) + 1).trim();
}
