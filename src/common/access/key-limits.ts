export const AGENT_LIMITS = {
  any: 'allowed: nothing of it belongs to an agent',
  path: 'of the agent in the path, if that is one of its own; 404 otherwise',
  own: 'of what belongs to its agents, and of nothing else',
  refused: 'refused (403): it concerns the whole account',
} as const;

export const ENVIRONMENT_LIMITS = {
  any: 'allowed: it changes no environment',
  own: 'of its environments; 403 otherwise',
  refused: 'refused (403): it concerns all environments',
} as const;

export interface KeyLimits {
  readonly agents: keyof typeof AGENT_LIMITS;
  readonly environments: keyof typeof ENVIRONMENT_LIMITS;
}

/**
 * The key limits of an operation: declared, or derived from its method and path. The defaults are closed: an operation
 * without an agent in its path is closed to keys limited to agents, and one that changes something to keys limited to
 * environments.
 * @param path Its pattern, with `:agentId` or `{agentId}` for a parameter.
 */
export function keyLimitsOf(method: string, path: string, declared: Partial<KeyLimits> = {}): KeyLimits {
  const isOfAgent = /[:{]agentId\b/.test(path);
  const isRead = method.toUpperCase() === 'GET' || method.toUpperCase() === 'HEAD';
  return {
    agents: declared.agents ?? (isOfAgent ? 'path' : 'refused'),
    environments: declared.environments ?? (isRead ? 'any' : 'refused'),
  };
}
