import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inProject } from '../../scripts/lib/project.mjs';
import { buildService } from '../support/service-process.js';

/** Large libraries that most installations have no use for. */
const FOR_SOME = [
  'openai',
  '@deepgram/sdk',
  '@google/genai',
  '@aws-sdk/client-s3',
  '@modelcontextprotocol/sdk',
  'openid-client',
  'pino-pretty',
  'yaml',
];

/** Loads the service's code and prints what was loaded. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import(${JSON.stringify(pathToFileURL(inProject('dist', 'app.module.js')).href)});
  process.stdout.write(loaded.join('\\n'), () => process.exit());
`;

it('the service starts without libraries that it may never use', () => {
  buildService();
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  const loaded = output.split('\n');
  expect(loaded).toContainEqual(expect.stringContaining('/node_modules/mediasoup/'));
  const files = FOR_SOME.map((name) => loaded.filter((url) => url.includes(`/node_modules/${name}/`)).length);
  expect(Object.fromEntries(FOR_SOME.map((name, index) => [name, files[index]]))).toEqual(
    Object.fromEntries(FOR_SOME.map((name) => [name, 0])),
  );
}, 120_000);
