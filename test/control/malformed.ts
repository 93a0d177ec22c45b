import { BODY_FAULTS, NO_BODY_FAULTS } from './malformed-bodies.js';
import type { Operation } from './operations.js';

/** A request as sent over the wire. */
export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as `Content-Length` instead of the true one, over its own connection that is closed after the body. */
  readonly claimedLength?: string;
}

/** One kind of invalid request, or `valid`. */
export interface Fault {
  readonly name: string;
  appliesTo(operation: Operation): boolean;
  /** Makes only this part of a valid request invalid. */
  spoil(request: WireRequest, operation: Operation, pick: Pick): WireRequest;
  /** The expected statuses. */
  answers(operation: Operation): readonly number[];
}

/** Picks one item from a seeded random source. */
export type Pick = <T>(items: readonly T[]) => T;

/** A seeded random generator (mulberry32), so that failures can be reproduced. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD_PARTS = [
  '%',
  '%ff',
  '%00',
  '..%2f..',
  'a'.repeat(3_000),
  '%F0%9F%98%80',
  '*',
  "'",
  'Null%20',
  '-1',
];

const OTHER_FAULTS: readonly Fault[] = [
  {
    name: 'valid',
    appliesTo: () => true,
    spoil: (request) => request,
    // Of two concurrent changes to a draft or chat, one may be refused.
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
    // Whoever is away is reported first.
    answers: ({ success }) => [400, 404, 422, ...(success < 400 ? [] : [success])],
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

/** Every operation with every fault that applies. */
export function allCombinations(operations: readonly Operation[]): { operation: Operation; fault: Fault }[] {
  return operations.flatMap((operation) =>
    FAULTS.filter((fault) => fault.appliesTo(operation)).map((fault) => ({ operation, fault })),
  );
}

/** An operation's valid request: its documented example, or a text file. */
export function rightRequest(path: string, example: unknown, fileType?: string): WireRequest {
  if (fileType !== undefined) return { path, headers: { 'content-type': fileType }, body: 'Be kind.' };
  if (example === undefined) return { path, headers: {} };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(example) };
}
