import { type Scope, SCOPES } from './scopes.js';

/** Roles of people in an account, in ascending order. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** Scopes of owners only: access, version gates, and the account's secrets and providers. */
const OWNERS_ALONE: ReadonlySet<Scope> = new Set([
  'keys:admin',
  'keys:delegate',
  'people:write',
  'deployments:override',
  'secrets:write',
]);

const isRead = (scope: Scope): boolean => scope.endsWith(':read');

const SCOPES_OF: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  viewer: new Set(SCOPES.filter(isRead)),
  editor: new Set(SCOPES.filter((scope) => !OWNERS_ALONE.has(scope))),
  owner: new Set(SCOPES),
};

export const scopesOf = (role: Role): ReadonlySet<Scope> => SCOPES_OF[role];

export const leastRoleWith = (scope: Scope): Role =>
  ROLES.find((role) => SCOPES_OF[role].has(scope)) ?? 'owner';
