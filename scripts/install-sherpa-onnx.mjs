// npm run install:sherpa-onnx [-- FOLDER]: installs the engine for custom speech models, into SHERPA_ONNX_PACKAGE_DIR
// or, without it, sherpa-onnx in DATA_DIR. It contains espeak-ng (GPL-3.0), so it is not among the dependencies. Needs
// only npm, so that it runs in the container image as well.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { loadDotEnv } from './lib/dot-env.mjs';
import { describeFailure } from './lib/launch-error.mjs';
import { installFailure, npmCommand } from './lib/npm.mjs';
import { createProgress } from './lib/progress.mjs';
import { inProject } from './lib/project.mjs';
import { runProgram } from './lib/run-program.mjs';

/** The packages to install, with checksums. */
const LIST = ['package.json', 'package-lock.json'];

/** @param {string} folder */
async function install(folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of LIST) copyFileSync(inProject('scripts', 'sherpa-onnx', file), path.join(folder, file));
  // A read-only home, as in a container, must not matter.
  const cache = path.join(folder, '.npm-cache');
  const [program, first] = npmCommand();
  const { status, output } = await runProgram(
    program,
    [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--cache=${cache}`],
    { cwd: folder },
  );
  rmSync(cache, { recursive: true, force: true });
  if (status !== 0) throw installFailure(output);
}

try {
  loadDotEnv();
  const { SHERPA_ONNX_PACKAGE_DIR, DATA_DIR } = process.env;
  const chosen = process.argv[2] || SHERPA_ONNX_PACKAGE_DIR || path.join(DATA_DIR || '.data', 'sherpa-onnx');
  const folder = path.resolve(inProject(), chosen);
  const progress = createProgress();
  await progress.step(`Installing sherpa-onnx-node into ${folder}`, () => install(folder));
  progress.say('It contains espeak-ng, which is under the GPL-3.0: mind that if you pass it on.');
} catch (error) {
  console.error(`\n${describeFailure(error)}`);
  process.exitCode = 1;
}
