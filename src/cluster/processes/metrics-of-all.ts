import type { OneProcess } from './one-process.js';

/** A process that does not answer in time is left out, like one that is down. */
const ANSWER_WITHIN_MS = 2_000;

interface Question {
  readonly asker: OneProcess;
  readonly askersId: number;
  /** Processes that have not answered yet. */
  readonly waitsFor: Set<OneProcess>;
  readonly metrics: object[];
  readonly timer: NodeJS.Timeout;
}

/** Collects the metrics of all processes for the one that serves the scrape. */
export class MetricsOfAll {
  private readonly questions = new Map<number, Question>();
  private lastId = 0;

  want(asker: OneProcess, askersId: number, all: readonly OneProcess[]): void {
    const id = ++this.lastId;
    const timer = setTimeout(() => this.answer(id), ANSWER_WITHIN_MS);
    this.questions.set(id, { asker, askersId, waitsFor: new Set(all), metrics: [], timer });
    for (const each of all) each.tell({ kind: 'metrics-asked', id });
  }

  take(from: OneProcess, id: number, metrics: object): void {
    const question = this.questions.get(id);
    if (!question?.waitsFor.delete(from)) return;
    question.metrics.push(metrics);
    if (question.waitsFor.size === 0) this.answer(id);
  }

  private answer(id: number): void {
    const question = this.questions.get(id);
    if (!question) return;
    clearTimeout(question.timer);
    this.questions.delete(id);
    const { asker, askersId, metrics } = question;
    asker.tell({ kind: 'metrics-of-all', id: askersId, metrics });
  }
}
