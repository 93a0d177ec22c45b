import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORTED = /^(?:import|export|\}).*?['"]([^'"]+)['"];?$/gm;

/** What each file imports, by its path; suites share most of it. @type {Map<string, readonly string[]>} */
const known = new Map();

/**
 * Whether a suite calls by libwebrtc (@roamhq/wrtc), itself or through what it imports of the tests.
 * @param {string} compiled path of the compiled suite
 */
export function usesWrtc(compiled) {
  const seen = new Set([compiled]);
  for (const file of seen) {
    for (const name of importsOf(file)) {
      if (name === '@roamhq/wrtc') return true;
      const imported = path.resolve(path.dirname(file), name);
      if (name.startsWith('.') && imported.includes(`${path.sep}test${path.sep}`)) seen.add(imported);
    }
  }
  return false;
}

function importsOf(file) {
  const found = known.get(file) ?? (existsSync(file) ? read(file) : []);
  known.set(file, found);
  return found;
}

const read = (file) => [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name]) => name);
