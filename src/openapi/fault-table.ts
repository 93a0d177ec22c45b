import { FAULTS } from '../voice/index.js';

/** Markdown table of all fault codes with their meaning, for docs/reference/fault-codes.md. */
export const renderFaultTable = (): string[] => [
  '| code | what happened |',
  '| --- | --- |',
  ...Object.entries(FAULTS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
];
