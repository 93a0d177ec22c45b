declare global {
  /** Where libraries that make styles at run time look for the nonce of the content security policy. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this page's styles: browsers hide the attribute from selectors, and leave it to scripts. */
export const styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

globalThis.__webpack_nonce__ = styleNonce;
