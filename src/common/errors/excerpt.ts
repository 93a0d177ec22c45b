const MAX_REPEATED = 100;
/** Characters that are not seen, or that change how what follows is shown. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The part of a client's text that an error message may repeat, without control characters. */
export function excerpt(text: string): string {
  const cut = text.slice(0, MAX_REPEATED - 1).replace(/\p{Surrogate}$/u, '');
  return (text.length > MAX_REPEATED ? `${cut}…` : text).replace(UNSEEN, '\ufffd');
}
