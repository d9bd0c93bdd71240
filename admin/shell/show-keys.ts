/** Shows the keys of the page; the shell says how. */
export const keysWindow = { open: () => {} }
