const STORAGE_KEY = 'earshot.theme';

export type Theme = 'light' | 'dark' | 'system';

const known = (value: string | null): Theme => (value === 'light' || value === 'dark' ? value : 'system');

export const theme = {
  get: (): Theme => known(localStorage.getItem(STORAGE_KEY)),
  set(next: Theme): void {
    if (next === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, next);
    theme.apply();
  },
  /** Applies the chosen theme; without a choice the system's is used. */
  apply(): void {
    const chosen = theme.get();
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  },
  get isDark(): boolean {
    const chosen = theme.get();
    return chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  },
};
