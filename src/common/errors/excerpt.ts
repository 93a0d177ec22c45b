const MAX_REPEATED = 100;
/** Invisible characters, and those that change how the following text is displayed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Excerpt of a client's text for an error message, without control characters. */
export function excerpt(text: string): string {
  const cut = text.slice(0, MAX_REPEATED - 1).replace(/\p{Surrogate}$/u, '');
  return (text.length > MAX_REPEATED ? `${cut}…` : text).replace(UNSEEN, '\ufffd');
}
