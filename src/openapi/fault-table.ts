import { FAULTS } from '../voice/index.js';

/** Every code of a fault with its meaning, as lines of a Markdown table; for docs/conversations.md. */
export const renderFaultTable = (): string[] => [
  '| code | what happened |',
  '| --- | --- |',
  ...Object.entries(FAULTS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
];
