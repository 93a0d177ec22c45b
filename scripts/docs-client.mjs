// npm run docs:client [-- FOLDER]: generates the reference of @earshot/client and @earshot/react, as web pages, from
// their types and comments; by default into .cache/client-reference. Fails if an export has no comment.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './lib/bootstrap.mjs';
import { inProject } from './lib/project.mjs';

await bootstrap(fileURLToPath(import.meta.url), async () => {
  const { Application } = await import('typedoc');
  const out = path.resolve(process.argv[2] ?? inProject('.cache', 'client-reference'));
  const app = await Application.bootstrap({
    name: 'Earshot for pages and apps',
    entryPoints: [inProject('client', 'src', 'index.ts'), inProject('client', 'react', 'src', 'index.ts')],
    tsconfig: inProject('client', 'react', 'tsconfig.json'),
    readme: inProject('client', 'README.md'),
    disableSources: true,
    excludePrivate: true,
    excludeProtected: true,
    requiredToBeDocumented: ['Class', 'Interface', 'Function', 'Method', 'Accessor', 'TypeAlias'],
    validation: { notExported: false, invalidLink: true, notDocumented: true },
    treatWarningsAsErrors: true,
    treatValidationWarningsAsErrors: true,
    hideGenerator: true,
  });
  const project = await app.convert();
  if (!project) process.exit(1);
  app.validate(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
  await app.generateDocs(project, out);
  console.log(`Wrote ${path.join(out, 'index.html')}`);
  process.exit(0);
});
