/**
 * Switches off what libraries would tell their makers. To be imported before them, because they look once, while
 * they load. The start scripts, the image and the test runner set the same; this is for whoever runs the built
 * service in another way.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
