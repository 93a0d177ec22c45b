declare module '*.css';
declare module '*.svg?url' {
  const url: string;
  export default url;
}

/** Vite's import of many files, in the form that the studio uses. */
interface ImportMeta {
  glob<T>(
    pattern: string,
    options: { readonly eager: true; readonly query: '?raw'; readonly import: 'default' },
  ): Readonly<Record<string, T>>;
}
