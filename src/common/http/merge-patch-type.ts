import { RouteConfig } from '@nestjs/platform-fastify';

/** Media type of a JSON Merge Patch (RFC 7396, section 4). */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const MARK = 'takesMergePatch';

/** Lets an operation take its body as a merge patch, too. */
export const TakesMergePatch = (): MethodDecorator => RouteConfig({ [MARK]: true });

export const takesMergePatch = (routeConfig: object): boolean =>
  MARK in routeConfig && routeConfig[MARK] === true;
