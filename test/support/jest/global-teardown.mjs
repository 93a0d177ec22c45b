/** Ends what global-setup.mjs started; a server given by TEST_DATABASE_URL is left alone. */
export default async function globalTeardown() {
  await Reflect.get(globalThis, 'stopTestServices')?.();
}
