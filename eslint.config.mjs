import tseslint from 'typescript-eslint';

/** Sources that the product consists of; their tests may be longer. */
const PRODUCTION = {
  files: ['src/**/*.ts', '{client,studio,examples}/**/*.{ts,tsx,mjs}'],
  ignores: ['**/*.spec.ts', 'studio/src/api/schema.d.ts'],
};

/** What is older than the rules on length. Do not add to it: mend a file when you work on it. */
const NOT_YET = {
  longFiles: [],
  longComments: [
    'test/control/writes/wire-faults.long-spec.ts',
    // A media worker that was built is kept under the hash of what built it.
    'scripts/media-worker/group-sources.mjs',
  ],
};

/** Lint findings are errors, never warnings: a warning that CI lets through is a warning that nobody reads. */
export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'src/generated/**',
      'node_modules/**',
      '.data/**',
      '.cache/**',
      'coverage/**',
      'studio/dist/**',
      'client/**/dist/**',
      // An app of its own, that is built with packages from npm: its test does so.
      'examples/react/src/**',
      // AssemblyScript, which has types that TypeScript doesn't know.
      'assets/silero/kernel.ts',
      'assets/overlap/kernel.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'examples/**', 'test/**', 'src/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/providers/openai-client.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'openai',
          importNames: ['default', 'OpenAI'],
          allowTypeImports: true,
          message: 'A client of a provider is made by providers/openai-client.ts, which bounds and counts.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/common/config/**', 'src/media/workers/without-environment.ts', 'src/**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Configuration is read in src/common/config only.' },
      ],
    },
  },
  {
    ...PRODUCTION,
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    ...PRODUCTION,
    ignores: [...PRODUCTION.ignores, ...NOT_YET.longFiles],
    rules: { 'max-lines': ['error', { max: 300 }] },
  },
  {
    files: ['**/*.{ts,tsx}', '**/*.mjs'],
    ignores: NOT_YET.longComments,
    // The length of code is Prettier's business.
    rules: { 'max-len': ['error', { code: 1_000, comments: 120, ignoreUrls: true }] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'Write a private member as `private name`.' },
      ],
    },
  },
);
