/** How a document's language is told to providers. */
export { listedLanguage } from './listed-language.js';
export {
  cartesiaLanguages,
  deepgramLanguages,
  elevenLabsLanguages,
  realtimeLanguages,
  transcriptionLanguages,
  whisperLanguages,
} from './provider-languages.js';
