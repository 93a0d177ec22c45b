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
