/** How often each is looked at. */
export const deploymentConstants = {
  rolloutLookMs: 1_000,
  experimentLookMs: 10_000,
  gatesLookMs: 2_000,
};
