import { TestEnvironment } from 'jest-environment-node';

// wrtc crashes the process while Node tears it down at its natural end. `process.exit` skips that.
process.once('beforeExit', () => process.exit());

/** Node's environment, in a process that ends without tearing down native addons. */
export default class NodeEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} values */
  constructor(...values) {
    super(...values);
    // ONNX Runtime makes arrays of Node's own realm, and its library refuses those of another.
    Object.assign(this.global, { Float32Array, BigInt64Array });
  }
}
