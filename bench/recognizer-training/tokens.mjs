// Of each text of a JSON array on standard input, the tokens of the recognizer, as a JSON object; with the argument
// `pieces`, what each token stands for, as a JSON array.
import { text } from 'node:stream/consumers';
import llamaTokenizer from 'llama-tokenizer-js';

const encoded = async () => {
  const texts = JSON.parse(await text(process.stdin));
  return Object.fromEntries(texts.map((one) => [one, llamaTokenizer.encode(one, false)]));
};
console.log(JSON.stringify(process.argv[2] === 'pieces' ? llamaTokenizer.vocabById : await encoded()));
