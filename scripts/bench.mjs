// npm run bench [-- NAME...]: runs all benches one after the other, or those named.
import { spawnSync } from 'node:child_process';
import { inProject, packageJson } from './lib/project.mjs';

const PREFIX = 'bench:';

const known = Object.keys(packageJson().scripts)
  .filter((script) => script.startsWith(PREFIX))
  .map((script) => script.slice(PREFIX.length));

const usage = `npm run bench [-- NAME...]

Runs all benches one after the other, or those named: ${known.join(', ')}.
\`npm run bench:NAME -- --help\` prints the options of one.`;

/** @param {readonly string[]} names */
function runBenches(names) {
  const failed = names.filter((name) => {
    console.log(`\n## ${name}\n`);
    const command = ['run', '--silent', `${PREFIX}${name}`];
    return spawnSync('npm', command, { cwd: inProject(), stdio: 'inherit' }).status !== 0;
  });
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (wanted.includes('--help')) {
  console.log(usage);
} else if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}.\n\n${usage}`);
  process.exitCode = 2;
} else {
  process.exitCode = runBenches(wanted.length > 0 ? wanted : known);
}
