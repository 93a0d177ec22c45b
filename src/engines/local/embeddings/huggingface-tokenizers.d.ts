/** What is used of it. The package's own types name files without their endings, which TypeScript doesn't find. */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /** @param tokenizer What `tokenizer.json` of a model holds. @param config The same of `tokenizer_config.json`. */
    constructor(tokenizer: object, config: object);
    encode(text: string): { readonly ids: readonly number[] };
  }
}
