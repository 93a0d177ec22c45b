/** In the configuration of a route: the body of its operation may be as large as an agent document. */
export const TAKES_DOCUMENTS = { takesDocuments: true } as const;

export const takesDocuments = (routeConfig: object): boolean => 'takesDocuments' in routeConfig;

/** Twice the document, which people send with white space, and what is around it. */
export const documentBodyBytes = (documentMaxBytes: number): number => 2 * documentMaxBytes + 1_024;
