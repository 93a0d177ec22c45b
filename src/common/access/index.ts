/** Access control for controllers. The guard that enforces it is in `auth`. */
export {
  type Actor,
  type AuthenticatedRequest,
  DECLARED_LIMITS,
  ADDS_BYTES,
  AddsBytes,
  DeclareLimits,
  CurrentActor,
  CurrentPrincipal,
  Public,
  PUBLIC,
  REQUIRED_SCOPE,
  RequireScope,
  type RequiredAccess,
} from './access.decorators.js';
export { AGENT_LIMITS, ENVIRONMENT_LIMITS, type KeyLimits, keyLimitsOf } from './key-limits.js';
export { lackedScope, refuseAgentLimit, refuseForeignEnvironment, refuseForeignRole } from './limits.js';
export {
  type EnvironmentName,
  ENVIRONMENTS,
  fromDbEnvironment,
  mayChangeEnvironment,
  mayTouchAgent,
  type Principal,
  toDbEnvironment,
} from './principal.js';
export { leastRoleWith, type Role, ROLES, scopesOf } from './roles.js';
export { type Scope, SCOPES } from './scopes.js';
