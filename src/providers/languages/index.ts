/** Maps a document's language to the providers' codes. */
export { listedLanguage } from './listed-language.js';
export {
  cartesiaLanguages,
  deepgramLanguages,
  elevenLabsLanguages,
  realtimeLanguages,
  transcriptionLanguages,
  whisperLanguages,
} from './provider-languages.js';
