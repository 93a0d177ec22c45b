import { gzipSync } from 'node:zlib';

/** Budget of a first visit to the studio, in bytes of gzip. */
const MOST_BYTES = 250_000;

/** @typedef {import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset} Output */

/**
 * Keeps the studio quick to load: limits its scripts and styles up to and including the first page, which its entry
 * imports.
 * @param {readonly Output[]} output What the bundler wrote.
 * @returns {number} bytes of gzip
 * @throws {Error} when that is too much; it names the largest parts.
 */
export function checkFirstLoad(output) {
  const byName = new Map(output.map((file) => [file.fileName, file]));
  /** @type {Map<string, Output>} */
  const wanted = new Map();
  const take = (/** @type {string} */ name) => {
    const file = byName.get(name);
    if (!file || wanted.has(name)) return;
    wanted.set(name, file);
    const imported = file.type === 'chunk' ? file.imports : [];
    for (const other of [...imported, ...(file.viteMetadata?.importedCss ?? [])]) take(other);
  };
  for (const file of output)
    if (file.type === 'chunk' && file.isEntry && file.name === 'index') take(file.fileName);
  if (wanted.size === 0) throw new Error('The first load of the studio is not known: has its entry moved?');
  const sizes = [...wanted].map(([name, file]) => ({ name, size: gzipSync(contentOf(file)).length }));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= MOST_BYTES) return bytes;
  const largest = sizes.sort((a, b) => b.size - a.size).slice(0, 5);
  throw new Error(
    `The first load of the studio is ${bytes} bytes of gzip, more than ${MOST_BYTES}. Its largest parts: ` +
      largest.map(({ name, size }) => `${name} (${size})`).join(', '),
  );
}

/** @param {Output} file */
const contentOf = (file) => Buffer.from(file.type === 'chunk' ? file.code : file.source);
