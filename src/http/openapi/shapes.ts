import { type SchemaOptions, type TProperties, type TSchema, Type } from '@sinclair/typebox';

/** An object with exactly these fields. Its title is the type's name in generated clients. */
export const shape = <P extends TProperties>(title: string, fields: P, options: SchemaOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, title, ...options });

/** As `shape`, for the response of one operation; the OpenAPI document names it after the operation. */
export const responseShape = <P extends TProperties>(fields: P) =>
  Type.Object(fields, { additionalProperties: false });

export const orNull = <S extends TSchema>(schema: S, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A union of string constants. */
export const oneOf = <W extends string>(words: readonly W[], options: SchemaOptions = {}) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  );

/** An instant in RFC 3339 format. */
export const Timestamp = Type.String({ format: 'date-time' });

export const NextCursor = Type.Optional(Type.String({ description: 'Absent on the last page.' }));
