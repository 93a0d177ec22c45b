import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// wrtc crashes the process while Node tears it down at its natural end. `process.exit` skips that.
process.once('beforeExit', () => process.exit());

/**
 * Node's environment with an ordinary global object, in a process that ends without tearing down native addons. Jest's
 * own is a proxy behind an interceptor, which makes each use of a global, such as `Math`, ten times as slow.
 */
export default class NodeEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} values */
  constructor(...values) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...values);
    } finally {
      vm.createContext = createContext;
    }
    // ONNX Runtime makes arrays of Node's own realm, and its library refuses those of another.
    Object.assign(this.global, { Float32Array, BigInt64Array });
  }
}
