// node scripts/lint-api.mjs: lints docs/api/openapi.json with Redocly; a step of `npm run check`. Warnings count.
import { createConfig, lint } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';

/** @type {Record<string, 'error'>} */
const STRICTER = {
  'info-contact': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-required-schema-properties-undefined': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
};

const file = inProject('docs', 'api', 'openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8'));
const problems = [...(await redocly()), ...ambiguousNames()];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function redocly() {
  const config = await createConfig({ extends: ['recommended'], rules: STRICTER });
  const found = await lint({ ref: file, config });
  return found.map(
    ({ severity, ruleId, message, location }) =>
      `redocly ${severity} ${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
  );
}

/** Generators combine the names of a schema and its property, which must not be the name of another schema. */
function ambiguousNames() {
  const schemas = document.components.schemas;
  const names = new Set(Object.keys(schemas));
  return Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([property, held]) => isNamed(held) && names.has(pascalCase(`${name}_${property}`)))
      .map(
        ([property]) => `/components/schemas/${name}/properties/${property} is named as another schema is`,
      ),
  );
}

/**
 * Becomes a type of its own in clients, but has no name.
 * @param {{ type?: string, enum?: unknown[] }} schema
 */
function isNamed({ type, enum: values }) {
  return type === 'object' || values !== undefined;
}

/** @param {string} name */
function pascalCase(name) {
  return name.replace(/_+([a-z0-9])/gi, (_all, /** @type {string} */ letter) => letter.toUpperCase());
}
