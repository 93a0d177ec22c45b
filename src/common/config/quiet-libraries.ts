/**
 * Disables the telemetry of libraries. Import it before them: they read the variable while loading. The start scripts,
 * the image and the test runner set it too; this covers every other way to run the built service.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
