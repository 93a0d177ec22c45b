import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest runs each suite in a realm of its own with typed arrays of its own. Native modules make theirs in the main
 * realm, and onnxruntime-node takes no other ones: so both share the main realm's.
 */
export default class SharedTypedArraysEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Float32Array, BigInt64Array });
  }
}
