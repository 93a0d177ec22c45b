const REFRESH_MS = 250;
const LINE_EVERY_MS = 10_000;

/**
 * Shows how a long step is getting on: at a terminal in one line that is refreshed, elsewhere (a log, CI) in a line now and then.
 * @param {NodeJS.WriteStream} [out]
 */
export function createProgress(out = process.stdout) {
  const isTerminal = Boolean(out.isTTY);
  const writeLine = (text) => out.write(isTerminal ? `\r\x1b[K${text}\n` : `${text}\n`);
  return {
    /** @param {string} text a line that stays */
    say: writeLine,
    /**
     * Runs a piece of work under a title.
     * @template T
     * @param {string} title what is being done
     * @param {(report: (howFar: string) => void) => Promise<T>} work calls `report` with how far it is
     * @returns {Promise<T>}
     */
    async step(title, work) {
      const startedAt = Date.now();
      let howFar = '';
      const line = () =>
        [title, howFar, elapsed(Date.now() - startedAt)].filter((part) => part !== '').join(' · ');
      const show = () => (isTerminal ? out.write(`\r\x1b[K${fit(line(), out.columns)}`) : writeLine(line()));
      if (!isTerminal) writeLine(`${title} ...`);
      const timer = setInterval(show, isTerminal ? REFRESH_MS : LINE_EVERY_MS);
      try {
        const result = await work((text) => (howFar = text));
        writeLine(`${title}: done in ${elapsed(Date.now() - startedAt)}`);
        return result;
      } catch (error) {
        writeLine(`${title}: failed after ${elapsed(Date.now() - startedAt)}`);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */

/**
 * @param {number} durationMs
 * @returns {string} such as `0.4 s`, `12 s`, `1 min 05 s`
 */
export function elapsed(durationMs) {
  if (durationMs < 10_000) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

function fit(text, columns = 80) {
  return text.length < columns ? text : `${text.slice(0, columns - 2)}…`;
}
