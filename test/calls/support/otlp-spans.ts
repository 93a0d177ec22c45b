import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const AnyValue = Type.Union([
  Type.Object({ stringValue: Type.String() }),
  Type.Object({ boolValue: Type.Boolean() }),
  Type.Object({ intValue: Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d+$' })]) }),
  Type.Object({ doubleValue: Type.Number() }),
]);
const Attributes = Type.Array(Type.Object({ key: Type.String(), value: AnyValue }));
const Nanoseconds = Type.String({ pattern: '^\\d{19}$' });

/** The part of opentelemetry-proto's JSON `ExportTraceServiceRequest` that a collector requires. */
const Request = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Attributes }),
      scopeSpans: Type.Array(
        Type.Object({
          scope: Type.Object({ name: Type.String() }),
          spans: Type.Array(
            Type.Object({
              traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
              spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
              parentSpanId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
              name: Type.String({ minLength: 1 }),
              kind: Type.Integer({ minimum: 1, maximum: 5 }),
              startTimeUnixNano: Nanoseconds,
              endTimeUnixNano: Nanoseconds,
              attributes: Attributes,
              status: Type.Object({ code: Type.Integer(), message: Type.Optional(Type.String()) }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** SPAN_KIND_CLIENT and STATUS_CODE_ERROR of opentelemetry-proto. */
const CLIENT = 3;
const ERROR = 2;

export interface ReceivedSpan {
  readonly service: unknown;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: 'client' | 'internal';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Undefined without a fault. */
  readonly fault: string | undefined;
}

/** Parses one OTLP/HTTP request like a collector. @throws when it is invalid */
export function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = Value.Parse(Request, JSON.parse(body));
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = plain(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ kind, status, attributes, startTimeUnixNano, endTimeUnixNano, ...rest }) => ({
        ...rest,
        service,
        parentSpanId: rest.parentSpanId,
        kind: kind === CLIENT ? ('client' as const) : ('internal' as const),
        startMs: Number(BigInt(startTimeUnixNano) / 1_000n) / 1_000,
        endMs: Number(BigInt(endTimeUnixNano) / 1_000n) / 1_000,
        attributes: plain(attributes),
        fault: status.code === ERROR ? (status.message ?? '') : undefined,
      })),
    );
  });
}

const plain = (attributes: readonly { readonly key: string; readonly value: object }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));
