type Source = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls the action whenever the browser says that its network changed, until the function that is returned is
 * called.
 */
export function onNetworkChange(action: () => void): () => void {
  // Hosts without windows have none of this; `navigator.connection` is not in every browser.
  const { addEventListener, document, navigator } = globalThis as Partial<typeof globalThis>;
  const connection = (navigator as { connection?: Partial<Source> } | undefined)?.connection;
  const sources: [Partial<Source> | undefined, string][] = [
    [addEventListener && globalThis, 'online'],
    [connection, 'change'],
    // A page that slept finds out what it slept through.
    [document, 'visibilitychange'],
  ];
  for (const [source, type] of sources) source?.addEventListener?.(type, action);
  return () => {
    for (const [source, type] of sources) source?.removeEventListener?.(type, action);
  };
}
