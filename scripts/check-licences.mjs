// node scripts/check-licences.mjs: checks that each package's licence allows shipping it; a step of `npm run check`.
import { readFileSync } from 'node:fs';
import { copyleftProblems } from './lib/licences/compiled-files.mjs';
import { licenceProblems } from './lib/licences/package-licences.mjs';
import { inProject } from './lib/project.mjs';

const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
const problems = [...licenceProblems(packages), ...copyleftProblems(inProject('node_modules'))];
if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\n\nUse another package. Where metadata is wrong and the package's own licence is on the list, say so in ` +
      'scripts/lib/licences/policy.mjs.',
  );
  process.exitCode = 1;
}
