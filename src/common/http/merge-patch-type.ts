/** Media type of a JSON Merge Patch (RFC 7396, section 4). */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** Route option: the operation also takes a merge patch as its body. */
export const TAKES_MERGE_PATCH = { takesMergePatch: true } as const;

export const takesMergePatch = (routeConfig: object): boolean => 'takesMergePatch' in routeConfig;
