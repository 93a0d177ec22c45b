// node scripts/check-tables.mjs: checks that only the module that owns a table touches it; a step of `npm run check`.
// prisma/schema/MODULE.prisma has the tables of src/MODULE. `--list` prints the accesses of other modules.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';
import { SHARED_TABLES } from './lib/shared-tables.mjs';

/** @typedef {{ name: string, table: string, owner: string, relations: ReadonlyMap<string, string> }} Model */
/** @typedef {{ module: string, file: string, model: Model }} Access */

const MODEL = /^model (\w+) \{\n([\s\S]*?)^\}/gm;
const OPERATIONS = 'find\\w+|create\\w*|update\\w*|upsert|delete\\w*|count|aggregate|groupBy';
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** @param {string} pattern */
const read = (pattern) =>
  globSync(pattern, { cwd: inProject() }).map((file) => ({
    file,
    text: readFileSync(inProject(file), 'utf8'),
  }));

const schema = read('prisma/schema/*.prisma').flatMap(({ file, text }) =>
  [...text.matchAll(MODEL)].map(([, name = '', body = '']) => ({
    name,
    body,
    owner: path.basename(file, '.prisma'),
  })),
);
const names = schema.map(({ name }) => name).join('|');
const models = schema.map(({ name, body, owner }) => ({
  ...{ name, owner, table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '' },
  relations: new Map(
    [...body.matchAll(new RegExp(`^ +(\\w+) +(${names})\\b`, 'gm'))].map(([, field = '', of = '']) => [
      field,
      of,
    ]),
  ),
}));

const byName = new Map(models.map((model) => [model.name, model]));
const byTable = new Map(models.map((model) => [model.table, model]));
const byDelegate = new Map(
  models.map((model) => [model.name.replace(/^./, (letter) => letter.toLowerCase()), model]),
);
const CALL = new RegExp(`\\.(${[...byDelegate.keys()].join('|')})\\s*\\.(?:${OPERATIONS})\\(`, 'g');
const TABLES = [...byTable.keys()].join('|');
/** Also the second table of a list: `FROM a, b WHERE`. */
const SQL = new RegExp(
  `(?:\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|REFERENCES)\\s+"?|NULL::)(${TABLES})\\b|,\\s+(${TABLES})\\s+\\w+\\s+WHERE\\b`,
  'g',
);

/**
 * The text from an opening parenthesis to the closing one.
 * @param {string} text
 * @param {number} from
 */
function argumentOf(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(from, at);
  }
  return '';
}

/**
 * The model of a call, and those that its argument reaches by relations.
 * @param {Model} model
 * @param {string} argument
 * @returns {Model[]}
 */
const reached = (model, argument) => [
  model,
  ...[...model.relations].flatMap(([field, name]) => {
    const rest = argument.split(new RegExp(`\\b${field}: (?!undefined)`), 2)[1];
    const next = byName.get(name);
    return rest === undefined || !next ? [] : reached(next, rest);
  }),
];

/**
 * Tables that a file touches, as often as it does.
 * @param {string} text
 * @returns {Model[]}
 */
function touchedBy(text) {
  const calls = [...text.matchAll(CALL)].flatMap((match) => {
    const model = byDelegate.get(match[1] ?? '');
    return model ? reached(model, argumentOf(text, match.index + match[0].length - 1)) : [];
  });
  const statements = [...text.matchAll(SQL)].flatMap(
    ([, one, other]) => byTable.get(one ?? other ?? '') ?? [],
  );
  return [...calls, ...statements];
}

const isOurs = (/** @type {string} */ file) => !/^src\/generated\/|\.spec\.ts$/.test(file);
/** @type {Access[]} */
const accesses = read('src/**/*.ts')
  .filter(({ file }) => isOurs(file))
  .flatMap(({ file, text }) =>
    touchedBy(text.replaceAll(COMMENTS, '')).map((model) => ({
      module: file.split('/')[1] ?? '',
      file,
      model,
    })),
  );
const foreign = accesses.filter(({ module, model }) => module !== model.owner);

if (process.argv.includes('--list')) {
  for (const { module, file, model } of foreign)
    console.log(`${module} -> ${model.owner}.${model.table}  ${file}`);
  console.log(`${foreign.length} of ${accesses.length} accesses to tables cross modules`);
}

/** @param {string} problem */
const report = (problem) => {
  console.error(problem);
  process.exitCode = 1;
};
for (const { name, owner } of models)
  if (globSync(`src/${owner}/`, { cwd: inProject() }).length === 0)
    report(`${name}: there is no module ${owner}`);
/** @type {Map<string, string[]>} */
const filesOf = new Map();
for (const { module, file, model } of foreign) {
  const key = `${module} ${model.table}`;
  filesOf.set(key, [...(filesOf.get(key) ?? []), file]);
}
for (const key of new Set([...filesOf.keys(), ...Object.keys(SHARED_TABLES)])) {
  const found = filesOf.get(key) ?? [];
  const allowed = SHARED_TABLES[key]?.times ?? 0;
  const files = [...new Set(found)].join(', ');
  if (found.length > allowed)
    report(`${key}: ${found.length} accesses, ${allowed} allowed; call its module instead (${files})`);
  if (found.length < allowed)
    report(`${key}: only ${found.length} accesses: lower it in scripts/lib/shared-tables.mjs`);
}
