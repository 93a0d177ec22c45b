export { CurrentPrincipal, Public, RequireScope } from './access.decorators.js';
export { AuthModule } from './auth.module.js';
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
