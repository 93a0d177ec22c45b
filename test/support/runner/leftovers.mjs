/** How long a suite may take to close what it used, once its tests have ended. */
const MAX_CLOSING_MS = 500;

const LOOK_EVERY_MS = 10;

/** Of the process. */
const WATCHED_EVENTS = ['beforeExit', 'exit', 'SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'];

/** What suites might replace, or what makes libraries believe that they are in a browser. */
const WATCHED_GLOBALS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'Date'],
  ...['fetch', 'WebSocket', 'console', 'performance', 'window', 'document', 'navigator', 'RTCPeerConnection'],
];

/** What suites leave behind in their process, compared with how it was before the first of them. */
export class Leftovers {
  #before;

  constructor() {
    // They open themselves when they are first used.
    void [process.stdout, process.stderr];
    this.#before = stateOfProcess();
  }

  /**
   * Waits a moment for what is still being closed.
   * @returns {Promise<{ open: string[], changed: string[] }>} what still runs or listens, and what of the process is
   * not what it was
   */
  async find() {
    const deadline = performance.now() + MAX_CLOSING_MS;
    for (;;) {
      const left = differences(this.#before, stateOfProcess());
      if (left.open.length + left.changed.length === 0 || performance.now() > deadline) return left;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

function stateOfProcess() {
  return {
    resources: process.getActiveResourcesInfo(),
    listeners: WATCHED_EVENTS.flatMap((event) => process.listeners(event).map(() => event)),
    variables: new Map(Object.entries(process.env)),
    globals: new Map([...WATCHED_GLOBALS.map((name) => [name, globalThis[name]]), ['Date.now', Date.now]]),
    folder: process.cwd(),
  };
}

function differences(before, now) {
  return {
    open: [
      ...beyond(now.resources, before.resources),
      ...beyond(now.listeners, before.listeners).map((event) => `process.on('${event}')`),
    ],
    changed: [
      ...changes(now.variables, before.variables).map((name) => `process.env.${name}`),
      ...changes(now.globals, before.globals).map((name) => `globalThis.${name}`),
      ...(now.folder === before.folder ? [] : ['process.cwd()']),
    ],
  };
}

/** What is in a list more often than in another one. */
function beyond(list, other) {
  const left = [...other];
  return list.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function changes(now, before) {
  const names = new Set([...now.keys(), ...before.keys()]);
  return [...names].filter((name) => !Object.is(now.get(name), before.get(name)));
}
