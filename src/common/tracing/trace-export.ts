import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { AppConfig } from '../config/index.js';
import type { SpanAttributes, SpanStart, TracedSpan } from './span.js';

/** Timeout of a request to the collector, including retries; also how long shutdown waits for the last one. */
const SEND_WITHIN_MS = 5_000;
/** Further ones are dropped. One takes about 1 kB. */
const MAX_QUEUED_SPANS = 4_096;

type TraceExportOptions = AppConfig['tracing'] & {
  readonly endpoint: string;
  readonly region: string;
  /** Spans that could not be exported. */
  lost(spans: number): void;
  /** Reachability of the collector changed; without an error it works again. */
  reached(error?: Error): void;
};

/** The only file that imports OpenTelemetry's SDK; loaded only if traces are configured. */
export class TraceExport {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(options: TraceExportOptions) {
    const { endpoint, headers, serviceName, share, delayMs, region } = options;
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: SEND_WITHIN_MS,
    });
    const processor = new BatchSpanProcessor({
      exporter: new WatchedExporter(exporter, options),
      scheduledDelayMillis: delayMs,
      maxQueueSize: MAX_QUEUED_SPANS,
      exportTimeoutMillis: SEND_WITHIN_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'cloud.region': region }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [processor],
    });
    this.tracer = this.provider.getTracer('earshot');
  }

  begin(start: SpanStart): TracedSpan {
    return beginIn(this.tracer, ROOT_CONTEXT, start);
  }

  /** Never throws. */
  async close(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }
}

/** Reports only changes between failure and success. */
class WatchedExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly told: Pick<TraceExportOptions, 'lost' | 'reached'>,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      const isFailing = result.code !== ExportResultCode.SUCCESS;
      if (isFailing) this.told.lost(spans.length);
      if (isFailing !== this.isFailing)
        this.told.reached(isFailing ? (result.error ?? new Error()) : undefined);
      this.isFailing = isFailing;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

function beginIn(
  tracer: Tracer,
  context: Context,
  { name, startMs, attributes, isRequest }: SpanStart,
): TracedSpan {
  const kind = isRequest ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const options = { startTime: startMs, attributes: { ...attributes }, kind };
  return new Traced(tracer, tracer.startSpan(name, options, context));
}

class Traced implements TracedSpan {
  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
  ) {}

  begin(start: SpanStart): TracedSpan {
    return beginIn(this.tracer, trace.setSpan(ROOT_CONTEXT, this.span), start);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes });
  }

  end(endMs: number, fault?: string): void {
    if (fault !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
    this.span.end(endMs);
  }
}
