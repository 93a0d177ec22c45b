import { useQuery } from '@tanstack/react-query';
import { draftQuery, type Environment } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { asObject } from '../api/reading.js';
import { FormDialog } from '../ui/form-dialog.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { optionsOf } from '../ui/inputs.js';
import { inWords, versionName } from '../ui/words.js';
import { type Deployment, deploymentsKey, readDeployments } from './queries.js';

const METRICS = [
  'early_hang_ups',
  'failures',
  'crashes',
  'tool_errors',
  'provider_errors',
  'transfers',
  'response_time',
] as const;

type Metric = (typeof METRICS)[number];

const FIRST = {
  name: '',
  against: 'variant',
  variantId: '',
  version: '',
  share: 50,
  metric: 'early_hang_ups',
  decides: false,
  callsPerArm: 500,
};

type Values = typeof FIRST;

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
  readonly onClose: () => void;
}

/** Begins an experiment with two arms: the active deployment, and a variant of it or an earlier version. */
export function ExperimentDialog({ agentId, environment, onClose }: Props) {
  const history = useQuery({
    queryKey: [...deploymentsKey(agentId), 'history', environment, 'first'],
    queryFn: () => readDeployments(agentId, environment, undefined),
  });
  const [, ...earlier] = history.data?.rows ?? [];
  const draft = useQuery(draftQuery(agentId));
  const variants = draft.data && variantsOf(draft.data.document);
  const begin = useAction(
    (values: Values) =>
      take(
        api.PUT('/v1/agents/{agentId}/environments/{environment}/experiment', {
          params: { path: { agentId, environment } },
          body: bodyOf(values, earlier, variants),
        }),
      ),
    { changes: [deploymentsKey(agentId)], said: 'Began the experiment.', quiet: true },
  );
  return (
    <FormDialog<Values>
      title={`Experiment in ${environment}`}
      lead="Callers get one of two, always the same. Whatever is deployed here ends it."
      action="Begin"
      initial={FIRST}
      fields={fieldsFor(earlier, variants)}
      onSubmit={(values) => begin.mutateAsync(values)}
      onClose={onClose}
    />
  );
}

const optionOf = ({ id, createdAt, metadata }: Deployment) => ({
  value: id,
  label: versionName(metadata.deployment_message, createdAt),
});

function fieldsFor(
  earlier: readonly Deployment[],
  variants: readonly string[] | undefined,
): readonly FieldSpec<Values>[] {
  const versions = earlier.map(optionOf);
  const decides = ({ decides: does }: Values) => does;
  return [
    { kind: 'text', name: 'name', label: 'Name' },
    {
      kind: 'choice',
      name: 'against',
      label: 'Compare the active version with',
      options: [
        { value: 'variant', label: 'a variant of it' },
        ...(versions.length > 0 ? [{ value: 'version', label: 'an earlier version' }] : []),
      ],
    },
    variantField(variants),
    {
      ...{ kind: 'choice', name: 'version', label: 'Version', options: versions },
      when: ({ against }) => against === 'version',
    },
    { kind: 'number', name: 'share', label: 'Its part of the calls, in percent', min: 1, max: 99 },
    {
      ...{ kind: 'choice', name: 'metric', label: 'Main measure' },
      options: optionsOf(METRICS).map(({ value }) => ({ value, label: inWords(value) })),
    },
    { kind: 'yes-no', name: 'decides', label: 'Give the winner all calls automatically' },
    {
      kind: 'number',
      name: 'callsPerArm',
      label: 'After calls of each',
      min: 20,
      max: 10_000,
      when: decides,
    },
  ];
}

/**
 * A choice of the draft's variants, which usually match those of the active deployment; undefined until they are
 * loaded.
 */
function variantField(variants: readonly string[] | undefined): FieldSpec<Values> {
  const shared = {
    name: 'variantId',
    label: 'Variant',
    when: ({ against }: Values) => against === 'variant',
  } as const;
  if (variants?.length !== 0) return { ...shared, kind: 'choice', options: optionsOf(variants ?? []) };
  const hint = 'The draft has none: make one under Build, Variants, and publish it.';
  return { ...shared, kind: 'text', required: true, hint };
}

const variantsOf = (document: unknown): readonly string[] =>
  Object.keys(asObject(asObject(document)['variants']));

function bodyOf(
  values: Values,
  [newest]: readonly Deployment[],
  [firstVariant = '']: readonly string[] = [],
) {
  const variantId = values.variantId || firstVariant;
  const { name, against, version, share, decides, callsPerArm } = values;
  const metric = METRICS.find((one) => one === values.metric) ?? 'early_hang_ups';
  const metrics: Metric[] = [metric, ...METRICS.filter((one) => one !== metric)];
  const other = against === 'variant' ? { variantId } : { version: version || (newest?.id ?? '') };
  return {
    name,
    arms: [
      { name: 'as it is', weight: 100 - share },
      { name: against === 'variant' ? variantId : 'the earlier one', weight: share, ...other },
    ],
    metrics,
    ...(decides && { rule: { metric, callsPerArm } }),
  };
}
