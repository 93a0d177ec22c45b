// node scripts/lint-api.mjs: what Redocly and Spectral say about docs/api/openapi.json; a step of `npm run check`.
// Warnings count.
import { createConfig, lint } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';

const file = inProject('docs', 'api', 'openapi.json');
const problems = [...(await redocly()), ...(await spectral())];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function redocly() {
  const found = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
  return found.map(
    ({ severity, ruleId, message, location }) =>
      `redocly ${severity} ${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
  );
}

async function spectral() {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
  const found = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  return found.map(
    ({ severity, code, path, message }) => `spectral ${severity} ${code} at /${path.join('/')}: ${message}`,
  );
}
