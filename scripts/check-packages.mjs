// node scripts/check-packages.mjs: checks that docs/decisions/dependencies.md has a reason for each direct run-time
// dependency, that each package's licence allows shipping it, and that the project's own packages have one version; a
// step of `npm run check`.
import { readFileSync } from 'node:fs';
import { copyleftProblems } from './lib/licences/compiled-files.mjs';
import { licenceProblems } from './lib/licences/package-licences.mjs';
import { inProject, packageJson } from './lib/project.mjs';

const MAX_DEPENDENCIES = 65;
const REASONS = 'docs/decisions/dependencies.md';

const { dependencies, version } = packageJson();
const direct = Object.keys(dependencies);
const rows = readFileSync(inProject(REASONS), 'utf8').match(/^\| `.*?\|/gm) ?? [];
const listed = rows.flatMap((row) => [...row.matchAll(/`(.+?)`/g)].map(([, name = '']) => name));
const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
const ofLicences = [...licenceProblems(packages), ...copyleftProblems(inProject('node_modules'))];
/** Files that repeat the version. */
const versioned = [
  ['package-lock.json', `"version": "${version}",\n  "lockfileVersion"`],
  ['studio/package.json', `"version": "${version}"`],
  ['client/package.json', `"version": "${version}"`],
  ['client/react/package.json', `"version": "${version}"`],
  ['client/react/package.json', `"@earshot/client": "${version}"`],
  ['deploy/kubernetes/kustomization.yaml', `newTag: '${version}'`],
  ['docs/api/openapi.json', `"x-earshot-version": "${version}"`],
  ['CHANGELOG.md', `\n## [${version}]`],
];
const problems = [
  ...versioned
    .filter(([file = '', text = '']) => !readFileSync(inProject(file), 'utf8').includes(text))
    .map(([file, text = '']) => `${file} lacks ${text.trim()}`),
  ...direct.filter((name) => !listed.includes(name)).map((name) => `${name}: no reason in ${REASONS}`),
  ...listed.filter((name) => !direct.includes(name)).map((name) => `${REASONS}: ${name} is no dependency`),
  ...(direct.length > MAX_DEPENDENCIES
    ? [`${direct.length} dependencies, more than ${MAX_DEPENDENCIES}`]
    : []),
  ...ofLicences,
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
if (ofLicences.length > 0) {
  console.error(
    "Use another package. Where metadata is wrong and the package's own licence is on the list, say so in " +
      'scripts/lib/licences/policy.mjs.',
  );
}
