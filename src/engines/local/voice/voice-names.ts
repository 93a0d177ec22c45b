/** The voices of this machine; the first is the default. */
export const VOICE_NAMES = ['heart'] as const;

/** Voices that were there before, and that documents and test cases may still name: they are spoken by the default. */
export const FORMER_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
