// The page of real models in Chromium, for its tests.

/** `site`: of startBrowser. */
export const openModel = (site, { language = 'en', ...options } = {}) => site.open({ address: `${site.url}${language}/model/`, ...options });

/** Waits until what is shown is what the form says. */
export const settled = (page) => page.waitForFunction(() => !('busy' in document.body.dataset) && !document.querySelector('[data-part="results"][data-stale]'));

export const choose = (page, key, text) => page.evaluate(([name, value]) => {
  const control = document.getElementById(`p-${name}`);
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}, [key, text]);
