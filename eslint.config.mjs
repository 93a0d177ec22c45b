import tseslint from 'typescript-eslint';

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
      'client/dist/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
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
);
