// The core's loader, by its address. A page in one file carries the loader itself and has another of this.

export const loadCore = (url) => import(url);
