// Part of npm run check: comments, guides, settings and names of tests in plain English. Counts turns of phrase that
// engineers whose first language is English rarely write, per 1,000 words; comparable servers have 0 to 1.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';

const MOST_PER_1000_WORDS = 1.5;

const PHRASES = new RegExp(
  `\\b(?:${[
    'whoever|whatever|nobody|somebody|whom|whose|so many|at the most|at the longest|tells?|told|what (?:is|was|are|came)',
    'of which|of whom|else|meanwhile|by itself|anew|where that|which of|who has|who is|is there for|(?:is|are) to be',
    'go(?:es)? on|went on|carry on|in vain|by now|sees? to|lets? in|let go|gives? up|taken for|holds? up|comes? along',
    'says so|thereof|whereof',
  ].join('|')})\\b`,
  'gi',
);

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm;
const FENCED_CODE = /```[\s\S]*?```/g;
const TEST_NAME = /\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*['"`](.*?)['"`]/g;

/** @type {(text: string) => readonly string[]} */
const comments = (text) => text.match(COMMENTS) ?? [];
/** @type {(text: string) => readonly string[]} */
const prose = (text) => [text.replace(FENCED_CODE, '')];
/** @type {(text: string) => readonly string[]} */
const testNames = (text) => [...text.matchAll(TEST_NAME)].map(([, name = '']) => name);

const SPEC = /spec\.ts$/;
const GENERATED = /generated|\.d\.ts$/;

/** @type {readonly (readonly [string, (file: string) => boolean, (text: string) => readonly string[]])[]} */
const GROUPS = [
  ['comments of src', (file) => /^src\/.*\.ts$/.test(file) && !SPEC.test(file), comments],
  [
    'comments of studio and client',
    (file) => /^(?:studio|client)\/.*\.tsx?$/.test(file) && !SPEC.test(file),
    comments,
  ],
  [
    'guides',
    (file) => /^(?:(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$|docs\/.*\.md$)/.test(file),
    prose,
  ],
  ['settings', (file) => file === '.env.example', prose],
  ['names of tests', (file) => /^(?:test|src)\//.test(file) && SPEC.test(file), testNames],
];

const files = execFileSync('git', ['ls-files'], { cwd: inProject(), encoding: 'utf8' })
  .split('\n')
  .filter((file) => !GENERATED.test(file));

for (const [name, isPart, partsOf] of GROUPS) {
  let words = 0;
  /** @type {string[]} */
  const found = [];
  for (const file of files.filter(isPart)) {
    for (const part of partsOf(readFileSync(inProject(file), 'utf8'))) {
      words += part.split(/\s+/).length;
      for (const { 0: phrase } of part.matchAll(PHRASES)) found.push(`${file}: ${phrase}`);
    }
  }
  const share = (1_000 * found.length) / Math.max(words, 1);
  console.log(`${name}: ${share.toFixed(1)} of 1,000 words`);
  if (share <= MOST_PER_1000_WORDS) continue;
  process.exitCode = 1;
  console.log(found.join('\n'));
}
