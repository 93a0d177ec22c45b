// npm run bench [-- NAME...]: all benches one after the other, or those named (call, load, path, publish, webhooks,
// adapters, dialogues).
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { inProject } from './lib/project.mjs';

const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const known = Object.keys(scripts)
  .filter((name) => name.startsWith('bench:'))
  .map((name) => name.slice('bench:'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
let failed = 0;
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', `bench:${name}`], {
    cwd: inProject(),
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
