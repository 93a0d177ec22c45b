/** The local voices; the first is the default. */
export const VOICE_NAMES = ['heart'] as const;

/** Former voices, which documents and test cases may still name. The default voice replaces them. */
export const FORMER_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
