import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';

/** Location of the engine for an operator's own models, which is not part of the installation. */
export const sherpaPackageDirectory =
  process.env.SHERPA_ONNX_PACKAGE_DIR || projectFile('.cache', 'sherpa-onnx');

const isInstalled = existsSync(path.join(sherpaPackageDirectory, 'node_modules', 'sherpa-onnx-node'));

/** `inner` when the engine is installed; otherwise its tests are skipped with a message. */
export const itWithSherpa = (inner: jest.It): jest.It => (isInstalled ? inner : skip(inner));

/** `inner` when the engine is installed; otherwise its tests are skipped with a message. */
export const describeWithSherpa = (inner: jest.Describe): jest.Describe =>
  isInstalled ? inner : skip(inner);

function skip<T extends jest.It | jest.Describe>(inner: T): T {
  console.warn(
    'Skipped: no sherpa-onnx-node found. Install it (`npm run install:sherpa-onnx -- .cache/sherpa-onnx`).',
  );
  return inner.skip as T;
}
