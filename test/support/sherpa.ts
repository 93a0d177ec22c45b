import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';

/** Where the engine for an operator's own models is, which no installation brings along. */
export const sherpaPackageDirectory =
  process.env.SHERPA_ONNX_PACKAGE_DIR || projectFile('.cache', 'sherpa-onnx');

const isInstalled = existsSync(path.join(sherpaPackageDirectory, 'node_modules', 'sherpa-onnx-node'));
if (!isInstalled) {
  console.warn(
    'Skipped: no sherpa-onnx-node found. Install it (`npm run install:sherpa-onnx -- .cache/sherpa-onnx`).',
  );
}

/** `it` where the engine is installed; elsewhere the test is skipped, and the suite says so. */
export const itWithSherpa: jest.It = isInstalled ? it : (it.skip as jest.It);

/** `describe` where the engine is installed. */
export const describeWithSherpa: jest.Describe = isInstalled ? describe : (describe.skip as jest.Describe);
