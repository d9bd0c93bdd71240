/** When the screen was opened that is shown now, in milliseconds; 0 for the first. */
export let openedAt = 0

let pathname: string | undefined

/** Notes that another screen is opened; the same one with other filters or another tab stays open. */
export function noteScreen(location: { pathname: string }): void {
  if (pathname !== undefined && pathname !== location.pathname) openedAt = Date.now()
  pathname = location.pathname
}
