const STORAGE_KEY = 'earshot.apiKey';

/** Keeps the API key for the lifetime of the tab, and never in an address. */
export const keyStore = {
  get: (): string | undefined => sessionStorage.getItem(STORAGE_KEY) ?? undefined,
  set: (apiKey: string): void => sessionStorage.setItem(STORAGE_KEY, apiKey),
  forget: (): void => sessionStorage.removeItem(STORAGE_KEY),

  /** Takes `#apiKey=…` out of the address bar. @returns whether there was one. */
  takeFromFragment(): boolean {
    const apiKey = new URLSearchParams(location.hash.slice(1)).get('apiKey');
    if (apiKey === null || apiKey === '') return false;
    history.replaceState(null, '', location.pathname + location.search);
    keyStore.set(apiKey.trim());
    return true;
  },
};
