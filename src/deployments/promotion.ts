import { ENVIRONMENTS, type EnvironmentName } from '../common/access/index.js';

export type PromotionRefusal = 'no-next-environment' | 'not-forward';

/** The target of a promotion: the next stage, or the requested one if it lies ahead; stages may be skipped. */
export function promotionTarget(
  from: EnvironmentName,
  requested: EnvironmentName | undefined,
): { readonly target: EnvironmentName } | { readonly refusal: PromotionRefusal } {
  const stage = ENVIRONMENTS.indexOf(from);
  const target = requested ?? ENVIRONMENTS[stage + 1];
  if (target === undefined) return { refusal: 'no-next-environment' };
  return ENVIRONMENTS.indexOf(target) > stage ? { target } : { refusal: 'not-forward' };
}
