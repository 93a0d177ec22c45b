import { existsSync } from 'node:fs';

/** The same places as in test/support/chromium.ts. */
const CHROMIUM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same places as in test/support/firefox. */
const FIREFOX_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/lib64/firefox/firefox'];

/** @returns {string | undefined} the Chromium that tests would use */
export function findChromium() {
  return [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM_PLACES].find((place) => existsSync(place));
}

/** @returns {string | undefined} the Firefox that tests would use */
export function findFirefox() {
  return [process.env.FIREFOX_PATH ?? '', ...FIREFOX_PLACES].find((place) => existsSync(place));
}
