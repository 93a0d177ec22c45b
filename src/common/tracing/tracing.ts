import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../config/index.js';
import { Metrics } from '../metrics/index.js';
import type { SpanStart, TracedSpan } from './span.js';
import type { TraceExport } from './trace-export.js';

/** Milliseconds since 1970, with fractions, on a clock that does not jump while the process runs. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * OpenTelemetry traces, if an endpoint is configured (`OTEL_EXPORTER_OTLP_ENDPOINT`). Nothing waits for them, and
 * without an endpoint the SDK is not loaded.
 */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private traces: TraceExport | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Tracing.name);
  }

  async onModuleInit(): Promise<void> {
    const { tracing, instance } = this.config;
    const { endpoint } = tracing;
    if (endpoint === undefined) return;
    const { TraceExport } = await import('./trace-export.js');
    const lost = this.metrics.counter('earshot_spans_lost_total', 'Spans that could not be exported.');
    this.traces = new TraceExport({
      ...tracing,
      endpoint,
      region: instance.region,
      lost: (spans) => lost.inc(spans),
      reached: (error) => this.tell(error),
    });
  }

  /** Undefined if tracing is off. */
  begin(start: SpanStart): TracedSpan | undefined {
    return this.traces?.begin(start);
  }

  /** Flushes pending spans, for a few seconds at most. */
  async onApplicationShutdown(): Promise<void> {
    const { traces } = this;
    this.traces = undefined;
    await traces?.close();
  }

  /** Logs the start and the end of an outage, not each attempt. */
  private tell(err: unknown): void {
    if (err === undefined) this.logger.info('traces are exported again');
    else this.logger.warn({ err }, 'traces could not be exported');
  }
}
