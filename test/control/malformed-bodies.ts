import type { Fault, Pick, WireRequest } from './malformed.js';
import type { DocumentedSchema, Operation } from './operations.js';

/** Larger than any body, agent documents included. */
const LARGE_BYTES = 2_100 * 1_024;
const DEPTH = 5_000;

/** Values that are invalid almost everywhere. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  1.5,
  '',
  'x'.repeat(5_000),
  '😀',
  [],
  {},
  [[[]]],
  { a: { b: {} } },
  '../../etc/passwd',
  "'; DROP TABLE agents; --",
];

/** One value of each JSON type; the number is not an integer. */
const ONE_OF_EACH: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 12_345.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

const hasBody = ({ body }: Operation): boolean => body !== undefined;
const malformed = () => [400] as const;

/** A fault that replaces the body with text and must be answered 400. */
const text = (name: string, ...bodies: readonly string[]): Fault => ({
  name,
  appliesTo: hasBody,
  spoil: (request, _operation, pick) => ({ ...request, body: pick(bodies) }),
  answers: malformed,
});

/** A fault in the claimed length. */
const length = (name: string, claim: (body: string, pick: Pick) => string): Fault => ({
  name,
  appliesTo: hasBody,
  spoil: (request, _operation, pick) => ({ ...request, claimedLength: claim(request.body ?? '', pick) }),
  answers: malformed,
});

/** A fault in a body field. */
const field = (
  name: string,
  appliesTo: (operation: Operation) => boolean,
  change: (fields: Record<string, unknown>, operation: Operation, pick: Pick) => void,
): Fault => ({
  name,
  appliesTo: (operation) => hasBody(operation) && appliesTo(operation),
  spoil(request, operation, pick) {
    const fields = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
    change(fields, operation, pick);
    return { ...request, body: JSON.stringify(fields) };
  },
  answers: malformed,
});

export const BODY_FAULTS: readonly Fault[] = [
  text('deep', '['.repeat(DEPTH) + ']'.repeat(DEPTH), '{"name":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH)),
  text('poisoned', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'),
  text('cut', '{"name":', '{"name":"x"', '{', '{"a":1}}', "{'a':1}", '{"a":NaN}'),
  text('no object', '"text"', '1', 'null', 'true', '[]', '[{}]'),
  text('no Unicode that can be stored', '{"name":"\\u0000"}', '{"name":"\\ud800"}', '{"\\u0000":1}'),
  {
    name: 'too large',
    appliesTo: hasBody,
    spoil: (request) => ({ ...request, body: JSON.stringify({ name: 'x'.repeat(LARGE_BYTES) }) }),
    answers: () => [413],
  },
  {
    name: 'absent',
    appliesTo: hasBody,
    spoil: (request) => ({ ...request, body: '' }),
    // Selects the next environment, which has a gate here.
    answers: ({ isBodyRequired, path, success }) =>
      /\/deployments\/[^/]+\/promote$/.test(path) ? [success, 409] : [isBodyRequired ? 400 : success],
  },
  {
    name: 'wrong content type',
    appliesTo: hasBody,
    spoil: (request, _operation, pick) => ({
      ...request,
      headers: {
        'content-type': pick([
          'text/plain',
          'application/xml',
          'multipart/form-data; boundary=x',
          'json',
          '',
        ]),
      },
    }),
    answers: () => [415],
  },
  length('longer than it says', (body, pick) =>
    String(pick([1, Math.ceil(body.length / 2), body.length - 1])),
  ),
  length('shorter than it says', (body, pick) => String(body.length + pick([1, 10, 1_000]))),
  length('a length that is none', (_body, pick) => pick(['-5', 'many', '1e3', '0x10', '5, 6'])),
  field(
    'unknown field',
    () => true,
    (fields) => (fields['nobody_knows'] = 1),
  ),
  field(
    'required field absent',
    ({ bodySchema }) => (bodySchema?.required ?? []).length > 0,
    (fields, { bodySchema }, pick) => delete fields[pick(bodySchema?.required ?? [])],
  ),
  field(
    'field of a wrong type',
    (operation) => typedFields(operation).length > 0,
    (fields, operation, pick) => {
      const [name, schema] = pick(typedFields(operation));
      const types = [schema.type ?? []].flat();
      const allowed = types.includes('integer') ? [...types, 'integer'] : types;
      const wrong = Object.keys(ONE_OF_EACH).filter((type) => !allowed.includes(type));
      // Enumerations have no type: none of ours contains these values.
      fields[name] = ONE_OF_EACH[pick(wrong)];
    },
  ),
  {
    ...field(
      'odd value somewhere',
      () => true,
      (fields, _operation, pick) => {
        const { holder, key } = pick(placesIn(fields));
        holder[key] = pick(ODD_VALUES);
      },
    ),
    // An odd value may be valid, and a sign-in identifies itself by its body.
    answers: ({ success, scope }) => [success, 400, ...(scope === undefined ? [401] : []), 404, 409],
  },
];

/** Body faults of operations without a body. */
export const NO_BODY_FAULTS: readonly Fault[] = [
  {
    name: 'a body where none belongs',
    appliesTo: (operation) => !hasBody(operation) && operation.fileType === undefined,
    spoil: (request, { method }, pick): WireRequest =>
      // `fetch` sends no body with GET.
      method === 'GET'
        ? { ...request, headers: { 'content-type': pick(['application/json', 'text/plain']) } }
        : {
            ...request,
            headers: { 'content-type': pick(['application/json', 'text/plain']) },
            body: pick(['{"a":1}', '[', '"text"', '['.repeat(DEPTH)]),
          },
    answers: ({ success }) => [success, 400, 404, 409, 415],
  },
];

/** Fields with a documented type or values. */
function typedFields({ bodySchema }: Operation): [string, DocumentedSchema][] {
  return Object.entries(bodySchema?.properties ?? {}).filter(
    ([, schema]) => schema.type !== undefined || schema.enum !== undefined,
  );
}

/** Every settable location in a value, at any depth. */
function placesIn(value: object): { holder: Record<string, unknown>; key: string }[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    { holder: value as Record<string, unknown>, key },
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ]);
}
