// node scripts/check-architecture.mjs: checks that ARCHITECTURE.md and the modules' READMEs name only existing files,
// that links between the project's pages lead to existing pages and headings, that files and exports of src/ have
// distinct names, and that few files are tiny; a step of `npm run check`.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

const PATHS = /`([\w.-]+\/[\w./*-]*|[\w-]+\.ts)`/g;
const FENCED_CODE = /^```[\s\S]*?^```/gm;
const LINK = /\]\((?![a-z]+:|\/)([^)#\s]*)#?([^)\s]*)\)/g;
/** Without those in a template for generated code. */
const EXPORTED =
  /^export (?:abstract |async )*(?:const|function\*?|class|interface|type) (\w+)\b(?! = '\$)/gm;
const TINY_LINES = 15;
const MAX_TINY_FILES = 40;
/** A page, and perhaps a heading, that code or a setting names. */
const MENTION = /(?<![\w/.-])(docs\/[\w./-]+\.md)#?([\w-]*)/g;

/**
 * A path from the root, from src/ or from the page's folder; a file without a folder, or a pattern, may be in any.
 * @param {string} name
 * @param {string} folder
 */
const exists = (name, folder) =>
  [name, `src/${name}`, `${folder}/${name}`, `${folder}/**/${name}`].some(
    (pattern) => globSync(inProject(pattern)).length > 0,
  );

/** @param {string} page */
const proseOf = (page) => readFileSync(inProject(page), 'utf8').replace(FENCED_CODE, '');

/**
 * Anchors of a page's headings, as GitHub makes them.
 * @param {string} page
 */
const anchorsOf = (page) =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

/**
 * @param {string} page
 * @param {string} anchor
 */
const leadsSomewhere = (page, anchor) =>
  existsSync(inProject(page)) && (anchor === '' || !page.endsWith('.md') || anchorsOf(page).includes(anchor));

/**
 * @param {string} page
 * @param {string} problem
 * @param {readonly string[]} names
 */
function report(page, problem, names) {
  if (names.length === 0) return;
  console.error(`${page} ${problem}: ${[...new Set(names)].join(', ')}`);
  process.exitCode = 1;
}

const architecture = [
  { page: 'ARCHITECTURE.md', folder: 'src' },
  ...globSync('src/*/README.md', { cwd: inProject('.') }).map((page) => ({
    page,
    folder: path.dirname(page),
  })),
];
for (const { page, folder } of architecture) {
  const named = [...readFileSync(inProject(page), 'utf8').matchAll(PATHS)].map(([, name = '']) => name);
  report(
    page,
    'names what does not exist',
    named.filter((name) => !exists(name, folder)),
  );
}

const files = execFileSync('git', ['ls-files'], { cwd: inProject('.'), encoding: 'utf8' })
  .trim()
  .split('\n');
for (const file of files.filter((name) => /\.(?:md|ts|tsx|mjs|yml|example)$/.test(name))) {
  const text = existsSync(inProject(file)) ? proseOf(file) : '';
  const mentions = [...text.matchAll(MENTION)].map(([, page = '', anchor = '']) => ({ page, anchor }));
  const links = !file.endsWith('.md')
    ? []
    : [...text.matchAll(LINK)].map(([, target = '', anchor = '']) => ({
        page: target === '' ? file : path.normalize(path.join(path.dirname(file), target)),
        anchor,
      }));
  report(
    file,
    'leads nowhere',
    [...links, ...mentions]
      .filter(({ page, anchor }) => !leadsSomewhere(page, anchor))
      .map(({ page, anchor }) => `${page}#${anchor}`),
  );
}

/**
 * Those that occur twice.
 * @param {readonly string[]} names
 */
const repeated = (names) => names.filter((name, at) => names.indexOf(name) !== at);

const sources = files.filter(
  (name) => name.startsWith('src/') && name.endsWith('.ts') && existsSync(inProject(name)),
);
report(
  'src',
  'has several files named',
  repeated(sources.map((name) => path.basename(name))).filter((name) => !/^(?:index|main)\.ts$/.test(name)),
);
const tiny = sources.filter(
  (name) =>
    !/(?:\.spec|\/index)\.ts$/.test(name) &&
    readFileSync(inProject(name), 'utf8').split('\n').length - 1 <= TINY_LINES,
);
if (tiny.length > MAX_TINY_FILES)
  report('src', `has more than ${MAX_TINY_FILES} files of ${TINY_LINES} lines`, tiny);
const exported = sources.flatMap((name) => [
  ...new Set([...readFileSync(inProject(name), 'utf8').matchAll(EXPORTED)].map(([, value = '']) => value)),
]);
report('src', 'exports from several files', repeated(exported));
