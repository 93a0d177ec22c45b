/** Access control for controllers. The guard that enforces it is in `auth`. */
export {
  type Actor,
  type AuthenticatedRequest,
  DECLARED_LIMITS,
  DeclareLimits,
  CurrentActor,
  CurrentPrincipal,
  Public,
  PUBLIC,
  REQUIRED_SCOPE,
  RequireScope,
} from './access.decorators.js';
export { AGENT_LIMITS, ENVIRONMENT_LIMITS, type KeyLimits, keyLimitsOf } from './key-limits.js';
export { refuseAgentLimit, refuseForeignEnvironment } from './limits.js';
export { fromDbEnvironment, toDbEnvironment } from './environment.js';
export {
  ENVIRONMENTS,
  type EnvironmentName,
  mayChangeEnvironment,
  mayTouchAgent,
  type Principal,
  type Scope,
  SCOPES,
} from './principal.js';
