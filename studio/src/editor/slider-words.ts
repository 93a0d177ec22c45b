/** What the two ends of a slider mean for a caller, by place of the field. */
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  'turnTaking.endpointing.minMs': ['answers at once, may cut in', 'waits, may seem slow'],
  'turnTaking.endpointing.maxMs': ['never waits long', 'leaves time to think'],
  'turnTaking.endpointing.unclearMs': ['asks again soon', 'lets callers finish'],
  'turnTaking.endpointing.completeMs': ['answers at once', 'waits as for any sentence'],
  'turnTaking.backchannel.duckDb': ['speaks on as loud', 'nearly silent'],
  'turnTaking.interruption.minMs': ['stops at any sound', 'stops for long speech only'],
  'turnTaking.interruption.minWords': ['words do not matter', 'stops for sentences only'],
  'turnTaking.interruption.resumeAfterMs': ['resumes soon', 'stays silent longer'],
  'turnTaking.noise.overBackgroundDb': ['takes soft voices, too', 'takes near voices only'],
  'turnTaking.prompts.afterMs': ['asks soon', 'is patient'],
  'turnTaking.prompts.hangUpAfterMs': ['hangs up soon', 'stays on the line'],
  'voice.speed': ['slow', 'fast'],
  'llm.temperature': ['says the same each time', 'varies its words'],
};

export const endsOf = (path: readonly string[]): readonly [string, string] | undefined =>
  ENDS[path.join('.')];

/** A readable time in seconds. */
export const secondsOf = (milliseconds: number): string =>
  milliseconds === 0
    ? 'off'
    : `${(milliseconds / 1_000).toLocaleString('en', { maximumFractionDigits: 2 })} s`;
