/** That this person has opened a published agent's call: the last step of the checklist. */
const WATCHED_KEY = 'earshot.watched';

export function markWatched(): void {
  try {
    localStorage.setItem(WATCHED_KEY, 'yes');
  } catch {
    // A browser that keeps nothing shows the step again.
  }
}

export const hasWatched = (): boolean => {
  try {
    return localStorage.getItem(WATCHED_KEY) !== null;
  } catch {
    return false;
  }
};
