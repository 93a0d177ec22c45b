import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Sources that the product consists of; their tests may be longer. */
const PRODUCTION = {
  files: ['src/**/*.ts', '{client,studio,examples}/**/*.{ts,tsx,mjs}'],
  ignores: ['**/*.spec.ts'],
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
      // Generated.
      'studio/src/api/schema.d.ts',
      // AssemblyScript, which has types that TypeScript doesn't know.
      'assets/silero/kernel.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Nest's modules are empty classes with a decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
      // `return this.refuse()` and `() => void (a && b())` are short, and return nothing to mistake for a value.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Without an `await`, `async` still makes a rejection of what is thrown.
      '@typescript-eslint/require-await': 'off',
      // An error that was caught is passed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // DTOs, and options of Nest, are classes that are read as plain data.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Spreading a string gives its code points, which is what is counted.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['studio/src/**/*.{ts,tsx}', 'client/react/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, a11y.configs.recommended],
    rules: {
      // What scrolls has to be reached by keyboard, too.
      'jsx-a11y-x/no-noninteractive-tabindex': [
        'error',
        { tags: ['ol', 'pre'], roles: ['region', 'tabpanel'], allowExpressionValues: true },
      ],
      // The router's way to send somebody elsewhere.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**', 'bench/**'],
    rules: {
      // A test fails by itself where there is nothing.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `expect.any()` and its like are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['test/**'],
    rules: {
      // Answers of the service are JSON: `expect` says what they have to be.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // `afterAll` closes what a failed `beforeAll` may not have set.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Methods of others are put aside and back.
      '@typescript-eslint/unbound-method': 'off',
      // It is known what `execFile` rejects with.
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      // Of `process.env`, and of bodies with mistakes.
      '@typescript-eslint/no-dynamic-delete': 'off',
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
    ignores: ['src/common/config/**', 'src/media/workers/spawn-worker.ts', 'src/**/*.spec.ts'],
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
  // What a test replaces in a class has no `this` to lose.
  { files: ['src/**/*.spec.ts'], rules: { '@typescript-eslint/unbound-method': 'off' } },
);
