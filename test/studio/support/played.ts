/// <reference lib="dom" />

/** Playback in a page. Both functions are sent as text, so they may only use the page's `window`. */

interface ListeningWindow extends Window {
  played?: HTMLMediaElement[];
}

/** Runs before the page's scripts: collects each playing element, attached or not. */
export function keepPlayed(): void {
  const played: HTMLMediaElement[] = [];
  (window as ListeningWindow).played = played;
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!played.includes(this)) played.push(this);
    return play.call(this);
  };
}

/** Position of the last file element in seconds; endless streams such as calls are ignored. */
export function secondsPlayed(): number {
  const files = ((window as ListeningWindow).played ?? []).filter(({ srcObject }) => srcObject === null);
  return files.at(-1)?.currentTime ?? 0;
}
