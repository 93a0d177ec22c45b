interface Place {
  readonly to: string;
  readonly label: string;
}

const PLACES: readonly (readonly [RegExp, (match: RegExpMatchArray) => Place])[] = [
  [/^\/v1\/test-runs\/([^/?]+)$/, ([, id]) => ({ to: `/test-runs/${id}`, label: 'Test run' })],
  [
    /^\/v1\/agents\/([^/]+)\/test-sets\/([^/]+)\/runs/,
    ([, agentId, testSetId]) => ({ to: `/agents/${agentId}/tests/${testSetId}`, label: 'Run the tests' }),
  ],
  [/^\/v1\/(alerts|alert-rules)/, () => ({ to: '/alerts', label: 'Alerts' })],
];

/** The studio page for an API path; undefined: it is on this page. */
export function placeOfLink(link: string): Place | undefined {
  for (const [pattern, placeOf] of PLACES) {
    const match = pattern.exec(link);
    if (match) return placeOf(match);
  }
  return undefined;
}
