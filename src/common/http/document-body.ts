/** Route option: the body may be as large as an agent document. */
export const TAKES_DOCUMENTS = { takesDocuments: true } as const;

export const takesDocuments = (routeConfig: object): boolean => 'takesDocuments' in routeConfig;

/** Twice the document, for white space, plus the surrounding fields. */
export const documentBodyBytes = (documentMaxBytes: number): number => 2 * documentMaxBytes + 1_024;
