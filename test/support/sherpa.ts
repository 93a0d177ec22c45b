import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';

/** Where the engine for an operator's own models is, which no installation brings along. */
export const sherpaPackageDirectory =
  process.env.SHERPA_ONNX_PACKAGE_DIR || projectFile('.cache', 'sherpa-onnx');

const isInstalled = existsSync(path.join(sherpaPackageDirectory, 'node_modules', 'sherpa-onnx-node'));

/** `inner` where the engine is installed; elsewhere its tests are skipped, and the suite says so. */
export const itWithSherpa = (inner: jest.It): jest.It => (isInstalled ? inner : skip(inner));

/** `inner` where the engine is installed; elsewhere its tests are skipped, and the suite says so. */
export const describeWithSherpa = (inner: jest.Describe): jest.Describe =>
  isInstalled ? inner : skip(inner);

function skip<T extends jest.It | jest.Describe>(inner: T): T {
  console.warn(
    'Skipped: no sherpa-onnx-node found. Install it (`npm run install:sherpa-onnx -- .cache/sherpa-onnx`).',
  );
  return inner.skip as T;
}
