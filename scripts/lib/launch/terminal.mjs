/** Error of a write to a closed terminal. (A pipe without a reader gives EPIPE.) */
const GONE = 'EIO';

/**
 * Lets this process outlive its terminal, so that it can shut down properly: otherwise the next printed line would kill
 * it.
 * @param {() => void} [onGone] called once when the terminal turns out to be gone
 */
export function outliveTerminal(onGone = () => {}) {
  let isGone = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== GONE || isGone) return;
      isGone = true;
      onGone();
    });
  }
}
