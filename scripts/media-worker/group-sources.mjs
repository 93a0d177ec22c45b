// node group-sources.mjs OUT_DIR NAME MAX_FILES < paths of C++ files, one a line: puts them into groups that one compilation each can take,
// which saves two thirds of the time: most of it goes into headers. Writes OUT_DIR/NAME-<n>.cpp for each group, and prints its path and
// then those of its files, separated by blanks.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A line that defines something for its file alone: in C++ of this style it has at most two tabs before it. */
const FILE_LEVEL =
  /^\t{0,2}(?:constexpr|static|const|inline|alignas\([^)]*\))\s.*?([A-Za-z_]\w*)\s*(?:[({[;]|=(?!=))/;
/** Must come before the first use of the template, which a file in front of it may have. */
const SPECIALISATION = /^\s*template\s*<>/m;

/** @returns {Set<string>} names that no two files of a group may both define */
function fileLevelNames(source) {
  const matches = source.split('\n').map((line) => FILE_LEVEL.exec(line)?.[1]);
  return new Set(matches.filter((name) => name !== undefined));
}

/**
 * First fit: each file goes into the first group that has room and none of its names, those that specialise templates
 * in front of all others.
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

/** The largest are compiled first, so that no processor is left alone with one at the end. */
const bytesOf = (members) => members.reduce((sum, file) => sum + statSync(file).size, 0);

/** Each file sets these two for its own log lines, before the header that reads them. */
const include = (file) =>
  `#undef MS_CLASS\n#undef MS_LOG_DEV_LEVEL\n#define MS_LOG_DEV_LEVEL 0\n#include "${file}"\n`;

const [outDir, name, maxFiles] = process.argv.slice(2);
const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const [index, members] of group(files, Number(maxFiles)).entries()) {
  const file = path.join(outDir, `${name}-${String(index + 1).padStart(2, '0')}.cpp`);
  writeFileSync(file, members.map(include).join(''));
  console.log([file, ...members].join(' '));
}
