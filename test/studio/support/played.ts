/// <reference lib="dom" />

/**
 * What is played in a page. Both functions are sent to the browser as text, so they may use nothing outside of
 * themselves but the page's `window`.
 */

interface ListeningWindow extends Window {
  played?: HTMLMediaElement[];
}

/** Runs before the scripts of the page: keeps each element that is played, in the document or not. */
export function keepPlayed(): void {
  const played: HTMLMediaElement[] = [];
  (window as ListeningWindow).played = played;
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!played.includes(this)) played.push(this);
    return play.call(this);
  };
}

/** How far the last element of a file has come, in seconds; calls, which have no end, are none. */
export function secondsPlayed(): number {
  const files = ((window as ListeningWindow).played ?? []).filter(({ srcObject }) => srcObject === null);
  return files.at(-1)?.currentTime ?? 0;
}
