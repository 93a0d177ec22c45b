/** Aborted a while after another signal: what must not be cut off in the middle gets that time to end. */
export function lingering(
  signal: AbortSignal,
  lingerMs: number,
): { readonly signal: AbortSignal; release(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => late.abort(), lingerMs);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    signal: late.signal,
    release: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', begin);
    },
  };
}
