import type { HttpAnswer } from '../support/http.js';

/** An operation of the OpenAPI document that the service serves. */
export interface Operation {
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  /** The scope that it needs, `any` for any key, undefined for a public one. */
  readonly scope: string | undefined;
  /** The documented example of its body. */
  readonly body: unknown;
  readonly name: string;
}

interface Documented {
  readonly description?: string;
  readonly security?: unknown[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly examples?: Record<string, { readonly value: unknown }> }>;
  };
}

/** All operations of a served document. */
export function operationsOf(answer: HttpAnswer): Operation[] {
  const paths = answer.body.paths as Record<string, Record<string, Documented>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      scope: documented.security ? scopeOf(documented.description ?? '') : undefined,
      body: documented.requestBody?.content['application/json']?.examples?.example?.value,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );
}

function scopeOf(description: string): string {
  return /Needs the scope `([^`]+)`/.exec(description)?.[1] ?? 'any';
}

/** The path with its parameters filled in; the required query parameters of the few operations that have any are added. */
export function fill(operation: Operation, ids: Readonly<Record<string, string>>): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? `${name}-unknown`);
  if (operation.path.endsWith('/deployments') && operation.method === 'GET')
    return `${path}?environment=sandbox`;
  if (operation.path.endsWith('/diff')) return `${path}?from=draft&to=draft`;
  return path;
}
