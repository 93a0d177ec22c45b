// Runs in the service's process.
import type { AgentDocument } from '../../src/agent-document/index.js';
import { answerForm, beginForm, formContext } from '../../src/forms/index.js';
import { AgentWords } from '../../src/pipeline/words/index.js';
import { collectGarbage } from '../support/used-bytes.js';

let running = false;
let longestMs = 0;

/** Measures each event-loop turn: the longest CPU time is how long others wait. */
export function beginSteps(): void {
  running = true;
  longestMs = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const used = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (used.user + used.system) / 1_000);
    last = process.threadCpuUsage();
    if (running) setImmediate(look);
  };
  setImmediate(look);
}

/** @returns CPU time of the main thread's longest turn, in ms */
export function endSteps(): number {
  running = false;
  return longestMs;
}

/** @returns resident memory without garbage, which nothing else makes V8 collect on a machine with free memory */
export function keptBytes(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

/** The main thread's work for one spoken and recognized sentence. */
export async function pronounce(_app: unknown, document: AgentDocument, text: string): Promise<void> {
  const words = new AgentWords(document);
  await new Promise((resolve) => setImmediate(resolve));
  words.spoken(text, { wantsForms: true });
  await new Promise((resolve) => setImmediate(resolve));
  words.meant({ text });
}

/** The main thread's work for a text that callers repeat while forms ask for values. */
export async function fillIn(_app: unknown, document: AgentDocument, text: string): Promise<void> {
  const context = formContext(document, Date.now());
  for (const form of document.forms ?? []) {
    let step = beginForm(form, text, context);
    for (let turn = 0; turn < 3 && step.outcome === 'open'; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      step = answerForm(form, step.state, { text }, context);
    }
  }
}

/** CPU time of the main thread so far, in ms. */
export function mainThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
