import type { AgentMode } from '../voice/agent-adapter.js';

/** Legacy values that existing clients still send. */
export const LEGACY_MODES: Readonly<Record<string, AgentMode>> = {
  realtime: 'end-to-end',
  agent: 'end-to-end',
  agent_v2: 'end-to-end',
  normal: 'traditional',
  cascaded: 'traditional',
  agent_v1: 'traditional',
};

export const AGENT_MODES: readonly AgentMode[] = ['end-to-end', 'traditional', 'echo'];

/** Maps the mode in an offer to its canonical value; undefined for an unknown mode. */
export function resolveMode(value: string): { mode: AgentMode; legacy: boolean } | undefined {
  const canonical = AGENT_MODES.find((mode) => mode === value);
  if (canonical) return { mode: canonical, legacy: false };
  const mode = Object.hasOwn(LEGACY_MODES, value) ? LEGACY_MODES[value] : undefined;
  return mode && { mode, legacy: true };
}
