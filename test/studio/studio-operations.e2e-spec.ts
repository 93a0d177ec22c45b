import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

const USE = /api\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g;

function usedByTheStudio(): Set<string> {
  const sources = inProject('studio', 'src');
  const files = readdirSync(sources, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(USE)].map(([, method, at]) => `${method} ${at}`)));
}

function operations(): { readonly id: string; readonly place: string }[] {
  const { paths } = JSON.parse(readFileSync(inProject('docs', 'api', 'openapi.json'), 'utf8')) as Document;
  return Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      place: `${method.toUpperCase()} ${at}`,
    })),
  );
}

describe('API operations', () => {
  it('are each used by the studio or listed in its README as unused, never both', () => {
    const used = usedByTheStudio();
    const readme = readFileSync(inProject('studio', 'README.md'), 'utf8').split(
      '## What it does not reach',
    )[1];
    const listed = new Set([...(readme ?? '').matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, id]) => id));
    const all = operations();
    expect(all.filter(({ id, place }) => !used.has(place) && !listed.has(id))).toEqual([]);
    expect(all.filter(({ id, place }) => used.has(place) && listed.has(id))).toEqual([]);
    expect([...listed].filter((id) => !all.some((operation) => operation.id === id))).toEqual([]);
  });
});
