import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document, with its path and method. */
export const operationsOf = (document: OpenAPIObject) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
