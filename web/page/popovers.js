// Popovers, where the browser has them: Chromium from 114, Firefox from 125, Safari from 17.

export const hasPopovers = 'popover' in HTMLElement.prototype;

export const isPopoverOpen = () => hasPopovers && document.querySelector(':popover-open') !== null;
