/** The browser's own, which every browser of ours has: the build puts it in the place of a polyfill of 3 kB. */
export default globalThis.ResizeObserver
