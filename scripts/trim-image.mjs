// node scripts/trim-image.mjs: reduces node_modules to what the container image needs, and prints its parts by size.
import { copyleftProblems } from './lib/licences/compiled-files.mjs';
import { inProject } from './lib/project.mjs';
import {
  packagesOf,
  removeDeadLinks,
  removeDevelopment,
  removeWhatAnImageHas,
  sizesOf,
} from './lib/trim-image.mjs';
import { trimModules } from './lib/trim-modules.mjs';

const SHOWN = 15;
const BYTES_PER_MB = 1_000_000;

const modules = inProject('node_modules');
removeDevelopment(modules, packagesOf(inProject('package-lock.json')));
trimModules(modules);
removeWhatAnImageHas(modules);
removeDeadLinks(modules);

const sizes = sizesOf(modules);
/** @param {readonly { bytes: number }[]} entries */
const mb = (entries) => (entries.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_MB).toFixed(1);
for (const entry of sizes.slice(0, SHOWN)) console.log(`${mb([entry]).padStart(7)} MB  ${entry.name}`);
console.log(`${mb(sizes.slice(SHOWN)).padStart(7)} MB  ${Math.max(0, sizes.length - SHOWN)} others`);
console.log(`${mb(sizes).padStart(7)} MB  in all`);

const problems = copyleftProblems(modules);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
