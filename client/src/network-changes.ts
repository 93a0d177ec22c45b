type Source = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `changed` whenever the browser says that its network changed, and `left` when the page goes away, until the
 * function that is returned is called.
 */
export function onNetworkChange(changed: () => void, left: () => void): () => void {
  // Hosts without windows have none of this; `navigator.connection` is not in every browser.
  const { addEventListener, document, navigator } = globalThis as Partial<typeof globalThis>;
  const connection = (navigator as { connection?: Partial<Source> } | undefined)?.connection;
  const page = addEventListener && globalThis;
  const sources: [Partial<Source> | undefined, string, () => void][] = [
    [page, 'online', changed],
    [connection, 'change', changed],
    // A page that slept finds out what it slept through.
    [document, 'visibilitychange', changed],
    // Its call would take up a line for as long as a lost one is waited for.
    [page, 'pagehide', left],
  ];
  for (const [source, type, action] of sources) source?.addEventListener?.(type, action);
  return () => {
    for (const [source, type, action] of sources) source?.removeEventListener?.(type, action);
  };
}
