const MAX_REPEATED = 100;

/** The part of a client's text that an error message may repeat. */
export const excerpt = (text: string): string =>
  text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED - 1).replace(/\p{Surrogate}$/u, '')}…` : text;
