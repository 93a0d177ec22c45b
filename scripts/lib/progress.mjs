const REFRESH_MS = 250;
const LINE_EVERY_MS = 10_000;
/** Shorter steps leave no line at a terminal. */
const WORTH_A_LINE_MS = 3_000;
const DONE = 'done in';
/** Pino's level for info, as in the service's log. */
const INFO = 30;

/** @typedef {{ title: string, howFar: string, startedAtMs: number }} Step */

/**
 * Shows the progress of steps, several at a time: at a terminal in one line that is refreshed and removed at the end,
 * elsewhere (a log, CI) in occasional lines.
 * @param {NodeJS.WriteStream} [out]
 * @param {{ asRecords?: boolean }} [options] `asRecords`: where it is no terminal, one JSON object a line, like the
 * service's own log
 */
export function createProgress(out = process.stdout, { asRecords = false } = {}) {
  const isTerminal = Boolean(out.isTTY);
  /** @type {Set<Step>} */
  const running = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /**
   * @param {string} text a line that stays
   * @param {Record<string, unknown>} [fields] what else a record of it tells
   */
  function writeLine(text, fields = {}) {
    if (isTerminal) out.write(`\r\x1b[K${text}\n`);
    else if (asRecords)
      out.write(`${JSON.stringify({ level: INFO, time: Date.now(), msg: text, ...fields })}\n`);
    else out.write(`${text}\n`);
  }

  function show() {
    if (isTerminal) out.write(`\r\x1b[K${fit([...running].map(describe).join('   '), out.columns)}`);
    else for (const step of running) writeLine(describe(step));
  }

  /** @param {string} title */
  function begin(title) {
    const step = { title, howFar: '', startedAtMs: Date.now() };
    running.add(step);
    if (!isTerminal) writeLine(`${title} ...`);
    timer ??= setInterval(show, isTerminal ? REFRESH_MS : LINE_EVERY_MS);
    return step;
  }

  /**
   * @param {Step} step
   * @param {string} outcome
   */
  function end(step, outcome) {
    running.delete(step);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const durationMs = Date.now() - step.startedAtMs;
    if (isTerminal && outcome === DONE && durationMs < WORTH_A_LINE_MS) out.write('\r\x1b[K');
    else writeLine(`${step.title}: ${outcome} ${elapsed(durationMs)}`);
  }

  return {
    say: writeLine,
    /** Whether a person is watching. */
    isTerminal,
    /**
     * Runs work under a title.
     * @template T
     * @param {string} title what is being done
     * @param {(report: (howFar: string) => void) => Promise<T>} work calls `report` with how far it is
     * @returns {Promise<T>}
     */
    async step(title, work) {
      const step = begin(title);
      try {
        const result = await work((text) => (step.howFar = text));
        end(step, DONE);
        return result;
      } catch (error) {
        end(step, 'failed after');
        throw error;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */

/** @param {Step} step */
const describe = ({ title, howFar, startedAtMs }) =>
  [title, howFar, elapsed(Date.now() - startedAtMs)].filter((part) => part !== '').join(' · ');

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

/**
 * @param {string} text
 * @param {number} [columns]
 */
function fit(text, columns = 80) {
  return text.length < columns ? text : `${text.slice(0, columns - 2)}…`;
}
