import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { projectFile } from '../../src/common/assets/index.js';

const FOLDER = projectFile('deploy', 'kubernetes');
const hasKubectl = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].some((place) => existsSync(place));
if (!hasKubectl)
  console.warn('Not rendered: no kubectl found. Install it (Debian: apt install kubernetes-client).');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** Kubernetes' own schemas. */
const KINDS: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  ConfigMap,
  HorizontalPodAutoscaler,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  StatefulSet,
};

const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** Errors Kubernetes would report, with kind and path. */
function problemsOf(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const Kind = KINDS[manifest.kind];
    if (!Kind) return [`${manifest.kind} is not known to this test`];
    try {
      new Kind(manifest as never).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind}: ${String(error)}`];
    }
  });
}

describe('deploy/kubernetes', () => {
  const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml');
  const written = files.flatMap((name) => manifestsOf(readFileSync(path.join(FOLDER, name), 'utf8')));

  it('is valid for Kubernetes, file by file', () => {
    expect(written.length).toBeGreaterThan(6);
    expect(problemsOf(written)).toEqual([]);
    const [set] = written.filter(({ kind }) => kind === 'StatefulSet');
    expect(problemsOf([{ ...set, spec: { replicas: 'three' } } as unknown as Manifest])).toHaveLength(1);
  });

  (hasKubectl ? it : it.skip)(
    'is rendered by Kustomize to what Kubernetes takes, all in one namespace',
    () => {
      const rendered = manifestsOf(execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' }));
      expect(problemsOf(rendered)).toEqual([]);
      expect(rendered.map(({ kind }) => kind).sort()).toEqual([
        'ConfigMap',
        'HorizontalPodAutoscaler',
        'Namespace',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'Service',
        'StatefulSet',
      ]);
      for (const { kind, metadata } of rendered) {
        expect([kind, kind === 'Namespace' ? metadata.name : metadata.namespace]).toEqual([kind, 'earshot']);
      }
    },
  );
});
