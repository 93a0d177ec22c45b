/** A signal that aborts a grace period after another one, so that running requests can finish. */
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
