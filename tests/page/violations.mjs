// What the Content-Security-Policy had to stop in a page.

/** Before a page loads: collects violations from the first script on. */
export const watch = (page) => page.addInitScript(() => {
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
});

export const violations = (page) => page.evaluate(() => globalThis.violations);
