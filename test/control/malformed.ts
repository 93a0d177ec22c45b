import { BODY_FAULTS, NO_BODY_FAULTS } from './malformed-bodies.js';
import type { Operation } from './operations.js';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `Content-Length` instead of the true one. Such a request has a connection of its own, which is ended after the
   * body.
   */
  readonly claimedLength?: string;
}

/** One way in which a request may be wrong, or `valid`. */
export interface Fault {
  readonly name: string;
  appliesTo(operation: Operation): boolean;
  /** Makes a request of which only this is wrong. `request` is right. */
  spoil(request: WireRequest, operation: Operation, pick: Pick): WireRequest;
  /** The statuses that may answer it. */
  answers(operation: Operation): readonly number[];
}

/** Picks one of several, from a source of random numbers with a seed. */
export type Pick = <T>(items: readonly T[]) => T;

/** A small generator of random numbers with a seed (mulberry32), so that a failure can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD_PARTS = ['%', '%ff', '%00', '..%2f..', 'a'.repeat(3_000), '%F0%9F%98%80', '*', "'", 'Null', '-1'];

const OTHER_FAULTS: readonly Fault[] = [
  {
    name: 'valid',
    appliesTo: () => true,
    spoil: (request) => request,
    // Of two who change a draft at the same time, or write in a chat, one is told so.
    answers: ({ success, path }) =>
      path.endsWith('/draft') || path.includes('/debug-chat/') ? [success, 409] : [success],
  },
  {
    name: 'odd part of the path',
    appliesTo: ({ pathParameters }) => pathParameters.length > 0,
    spoil(request, operation, pick) {
      const index = operation.path.split('/').indexOf(`{${pick(operation.pathParameters)}}`);
      const [path = '', query] = request.path.split('?');
      const parts = path.split('/').with(index, pick(ODD_PARTS));
      return { ...request, path: parts.join('/') + (query === undefined ? '' : `?${query}`) };
    },
    answers: () => [400, 404, 422],
  },
  {
    name: 'odd value in the query',
    appliesTo: ({ queryParameters }) => queryParameters.length > 0,
    spoil(request, { queryParameters }, pick) {
      const separator = request.path.includes('?') ? '&' : '?';
      return { ...request, path: `${request.path}${separator}${pick(queryParameters)}=${pick(ODD_PARTS)}` };
    },
    answers: ({ success }) => [success, 400, 404],
  },
  {
    name: 'unknown parameter of the query',
    appliesTo: ({ queryParameters }) => queryParameters.length > 0,
    spoil: (request) => ({
      ...request,
      path: `${request.path}${request.path.includes('?') ? '&' : '?'}nobody_knows=1`,
    }),
    answers: () => [400],
  },
  {
    name: 'bad Idempotency-Key',
    appliesTo: ({ takesIdempotencyKey }) => takesIdempotencyKey,
    spoil: (request, _operation, pick) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': pick(['a b', 'x'.repeat(300), '\u00e9']) },
    }),
    answers: () => [400],
  },
];

const FAULTS: readonly Fault[] = [...OTHER_FAULTS, ...BODY_FAULTS, ...NO_BODY_FAULTS];

/** Every operation with every fault that it can have. */
export function allCombinations(operations: readonly Operation[]): { operation: Operation; fault: Fault }[] {
  return operations.flatMap((operation) =>
    FAULTS.filter((fault) => fault.appliesTo(operation)).map((fault) => ({ operation, fault })),
  );
}

/** The right request of an operation: its documented example, or a file of a text. */
export function rightRequest(path: string, example: unknown, fileType?: string): WireRequest {
  if (fileType !== undefined) return { path, headers: { 'content-type': fileType }, body: 'Be kind.' };
  if (example === undefined) return { path, headers: {} };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(example) };
}
