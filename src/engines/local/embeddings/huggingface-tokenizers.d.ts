/** The package's own types import files without extensions, which TypeScript does not resolve. */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /**
     * @param tokenizer Content of the model's `tokenizer.json`.
     * @param config Content of its `tokenizer_config.json`.
     */
    constructor(tokenizer: object, config: object);
    encode(text: string): { readonly ids: readonly number[] };
  }
}
