import { existsSync } from 'node:fs';

/** The same places as in test/support/chromium.ts. */
const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns {string | undefined} the browser that tests would use */
export function findChromium() {
  return [process.env.CHROMIUM_PATH ?? '', ...KNOWN_PLACES].find((place) => existsSync(place));
}
