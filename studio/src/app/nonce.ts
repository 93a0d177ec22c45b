declare global {
  /** Where libraries that create styles at run time look for the nonce of the content security policy. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this page's styles. Browsers hide the attribute from selectors, but not from scripts. */
export const styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

globalThis.__webpack_nonce__ = styleNonce;
