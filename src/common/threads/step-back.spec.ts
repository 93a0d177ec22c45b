import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

const isLinux = process.platform === 'linux';

describe('a thread that yields', () => {
  const here = isLinux ? it : it.skip;

  here(
    'gives way to all others of its process (on Linux; others have no priority for a thread)',
    async () => {
      const before = getPriority();
      const module = new URL('./index.js', import.meta.url).href;
      const thread = new Worker(
        `import(${JSON.stringify(module)}).then(({ stepBack }) => {
        stepBack();
        require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority());
      });`,
        { eval: true },
      );
      expect(await once(thread, 'message')).toEqual([Math.max(before, 3)]);
      expect(getPriority()).toBe(before);
      await thread.terminate();
    },
  );
});
