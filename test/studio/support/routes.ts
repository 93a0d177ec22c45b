import { readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/lib/project.mjs';

const all = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = '']) => path);

/**
 * Addresses of all pages behind the sign-in, from the studio's router, with parameters in braces:
 * `/agents/{agentId}/ship`.
 * @throws Error for a router in an unknown form.
 */
export function studioRoutes(): readonly string[] {
  const source = readFileSync(inProject('studio', 'src', 'app', 'router.tsx'), 'utf8');
  const pages = all(source, /\bpage\(\s*'([^']+)'/g);
  const named = all(source, /\bpath: '([^']+)'/g);
  const parts = all(source, /\binboxPart\(\s*'(\/\$[^']+)'/g).map((path) => `/conversations${path}`);
  const tabs = all(source, /\bagentTab\(\s*'([^']+)'/g).map((path) => `/agents/$agentId${path}`);
  const found = [...pages, ...named, ...parts, ...tabs];
  const files = all(source, /\bimport\('([^']+)'\)/g);
  // Home comes with the frame.
  if (files.length + 1 !== found.length)
    throw new Error(`The router has ${files.length + 1} pages, of which ${found.length} were found.`);
  const addresses = found.map((path) => path.replace(/\/$/, '').replaceAll(/\$(\w+)/g, '{$1}'));
  return [...new Set(addresses)].sort();
}
