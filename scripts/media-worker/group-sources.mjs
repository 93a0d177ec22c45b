// node group-sources.mjs OUT_DIR NAME MAX_FILES < paths of C++ files, one per line: groups them into single
// compilations, which saves two thirds of the time: most of it is spent on headers. Writes OUT_DIR/NAME-<n>.cpp for
// each group, and prints its path followed by those of its files, separated by blanks.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A line that defines a file-local name: in C++ of this style it has at most two tabs before it. */
const FILE_LEVEL =
  /^\t{0,2}(?:constexpr|static|const|inline|alignas\([^)]*\))\s.*?([A-Za-z_]\w*)\s*(?:[({[;]|=(?!=))/;
/** Must precede the first use of the template, which may be in an earlier file. */
const SPECIALISATION = /^\s*template\s*<>/m;

/** @returns {Set<string>} names that no two files of a group may both define */
function fileLevelNames(source) {
  const matches = source.split('\n').map((line) => FILE_LEVEL.exec(line)?.[1]);
  return new Set(matches.filter((name) => name !== undefined));
}

/**
 * First fit: each file goes into the first group with room and no conflicting names; files that specialize templates go
 * first.
 * @param {readonly string[]} files
 * @param {number} maxFiles
 * @returns {string[][]}
 */
function group(files, maxFiles) {
  const groups = [];
  for (const { file, source } of specialisationsFirst(files)) {
    const names = fileLevelNames(source);
    let home = groups.find(
      (candidate) =>
        candidate.files.length < maxFiles && [...names].every((name) => !candidate.names.has(name)),
    );
    if (!home) groups.push((home = { files: [], names: new Set() }));
    home.files.push(file);
    for (const name of names) home.names.add(name);
  }
  return groups.map(({ files: members }) => members).sort((a, b) => bytesOf(b) - bytesOf(a));
}

/** @param {readonly string[]} files */
function specialisationsFirst(files) {
  const read = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  const isFirst = ({ source }) => SPECIALISATION.test(source);
  return [...read.filter(isFirst), ...read.filter((each) => !isFirst(each))];
}

/** Largest first, so that no processor is left alone with a large one at the end. */
const bytesOf = (members) => members.reduce((sum, file) => sum + statSync(file).size, 0);

/** Each file defines these two for its own log lines, before the header that reads them. */
const include = (file) =>
  `#undef MS_CLASS\n#undef MS_LOG_DEV_LEVEL\n#define MS_LOG_DEV_LEVEL 0\n#include "${file}"\n`;

const [outDir, name, maxFiles] = process.argv.slice(2);
const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const [index, members] of group(files, Number(maxFiles)).entries()) {
  const file = path.join(outDir, `${name}-${String(index + 1).padStart(2, '0')}.cpp`);
  writeFileSync(file, members.map(include).join(''));
  console.log([file, ...members].join(' '));
}
