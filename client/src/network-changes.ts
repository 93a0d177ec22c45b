type Source = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `changed` when the browser reports a network change, and `left` when the page is closed, until the returned
 * function is called.
 */
export function onNetworkChange(changed: () => void, left: () => void): () => void {
  // Hosts without windows have none of these; `navigator.connection` is not in every browser.
  const { addEventListener, document, navigator } = globalThis as Partial<typeof globalThis>;
  const connection = (navigator as { connection?: Partial<Source> } | undefined)?.connection;
  const page = addEventListener && globalThis;
  const sources: [Partial<Source> | undefined, string, () => void][] = [
    [page, 'online', changed],
    [connection, 'change', changed],
    // A resumed page checks what it missed.
    [document, 'visibilitychange', changed],
    // Otherwise its call would occupy a slot until it times out.
    [page, 'pagehide', left],
  ];
  for (const [source, type, action] of sources) source?.addEventListener?.(type, action);
  return () => {
    for (const [source, type, action] of sources) source?.removeEventListener?.(type, action);
  };
}
