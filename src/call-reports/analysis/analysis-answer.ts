import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { jsonIn } from '../../common/json/json-objects.js';
import { checkArguments, parseOneSchema } from '../../agent-document/index.js';
import type { AnalysisRequest } from './analysis-request.js';

const MAX_SUMMARY_LENGTH = 4_000;
const MAX_REASON_LENGTH = 500;
const MAX_FIELDS_BYTES = 32_768;

const Numbers = Type.Optional(Type.Array(Type.Unknown(), { maxItems: 10_000 }));
const Answer = Type.Object({
  summary: Type.Optional(Type.String()),
  summaryTurns: Numbers,
  fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  fieldTurns: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  success: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  successReason: Type.Optional(Type.String()),
  successTurns: Numbers,
});

/** A model's findings, with the ids of the turns that support them. */
export interface Findings {
  readonly summary?: { readonly text: string; readonly turns: readonly string[] };
  readonly fields?: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly turns: Readonly<Record<string, readonly string[]>>;
  };
  readonly success?: {
    readonly met: boolean | null;
    readonly reason: string;
    readonly turns: readonly string[];
  };
}

export type ReadAnswer =
  | { readonly kind: 'findings'; readonly findings: Findings }
  | { readonly kind: 'unreadable'; readonly code: 'ANSWER_UNREADABLE' | 'ANSWER_DOES_NOT_FIT' };

/** Parses a model's answer. All requested fields are required; others are dropped. */
export function readAnswer(request: AnalysisRequest, text: string, turnIds: readonly string[]): ReadAnswer {
  const answer = jsonIn(text);
  if (!Value.Check(Answer, answer)) return { kind: 'unreadable', code: 'ANSWER_UNREADABLE' };
  const ids = (numbers: unknown) => turnsOf(numbers, turnIds);
  const { summary, success, fields } = answer;
  const isMissing =
    (request.summary === true && summary === undefined) ||
    (request.fields && !(fields && fit(request.fields, fields))) ||
    (request.success !== undefined && success === undefined);
  if (isMissing) return { kind: 'unreadable', code: 'ANSWER_DOES_NOT_FIT' };
  const findings: Findings = {
    ...(request.summary &&
      summary !== undefined && {
        summary: { text: summary.slice(0, MAX_SUMMARY_LENGTH), turns: ids(answer.summaryTurns) },
      }),
    ...(request.fields && fields && { fields: { values: fields, turns: fieldTurns(answer, ids) } }),
    ...(request.success !== undefined &&
      success !== undefined && {
        success: {
          met: success,
          reason: (answer.successReason ?? '').slice(0, MAX_REASON_LENGTH),
          turns: ids(answer.successTurns),
        },
      }),
  };
  return { kind: 'findings', findings };
}

function fit(schema: Record<string, unknown>, values: Record<string, unknown>): boolean {
  if (Buffer.byteLength(JSON.stringify(values)) > MAX_FIELDS_BYTES) return false;
  const parsed = parseOneSchema(schema);
  return parsed.ok && checkArguments(parsed.schema, values).kind === 'fit';
}

function fieldTurns(
  { fields = {}, fieldTurns = {} }: Static<typeof Answer>,
  ids: (numbers: unknown) => string[],
): Record<string, string[]> {
  const names = Object.keys(fields).filter((name) => Object.hasOwn(fieldTurns, name));
  return Object.fromEntries(names.map((name) => [name, ids(fieldTurns[name])]));
}

/** Valid turn numbers without duplicates. */
function turnsOf(numbers: unknown, turnIds: readonly string[]): string[] {
  if (!Array.isArray(numbers)) return [];
  return [...new Set(numbers.flatMap((number: unknown) => turnIds[Number(number) - 1] ?? []))];
}
