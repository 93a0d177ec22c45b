const MAX_REPEATED = 100;

/** As much of a client's own words as an error repeats. */
export const excerpt = (text: string): string =>
  text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED - 1).replace(/\p{Surrogate}$/u, '')}…` : text;
