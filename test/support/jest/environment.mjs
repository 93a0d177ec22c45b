import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// wrtc crashes the process while Node tears it down at its natural end. `process.exit` skips that.
process.once('beforeExit', () => process.exit());

/** @typedef {Extract<vm.ScriptOptions['importModuleDynamically'], Function>} Importing */

/** @type {Map<string, { code: string, script: vm.Script, importing: Importing }>} */
const compiled = new Map();

/**
 * V8 compiles a CommonJS file, of Jest or a package, once per process rather than once per suite. Each suite still runs
 * the file in its own realm.
 * @param {string} code
 * @param {readonly string[]} parameters
 * @param {{ filename: string, parsingContext: vm.Context, importModuleDynamically: Importing }} options
 */
function compileOnce(code, parameters, { filename, parsingContext, importModuleDynamically: importing }) {
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join()}) {`;
    /** @type {Importing} */
    const importModuleDynamically = (...values) =>
      (compiled.get(filename)?.importing ?? importing)(...values);
    const options = { filename, columnOffset: -head.length, importModuleDynamically };
    known = { code, script: new vm.Script(`${head}${code}\n})`, options), importing };
    compiled.set(filename, known);
  }
  // The script imports for the suite that runs it.
  known.importing = importing;
  return known.script.runInContext(parsingContext);
}
Object.assign(vm, { compileFunction: compileOnce });

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
