const LEFT = 'left-for-gateway'

/** Leaves the portal for the page of a payment gateway, which a form leads to. */
export function leaveForGateway(address: string) {
  sessionStorage.setItem(LEFT, 'yes')
  window.location.assign(address)
}

/**
 * Whoever comes Back from a gateway has its page before them, and browsers answer Forward to what a form was posted to
 * with an error: an entry for the page that is open ends that way. Called before the first rendering.
 */
export function endWayToGateway() {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type === 'back_forward') endWay()
  addEventListener('pageshow', ({ persisted }) => persisted && endWay())
}

function endWay() {
  if (sessionStorage.getItem(LEFT) === null) return
  sessionStorage.removeItem(LEFT)
  const state = (history.state ?? {}) as { idx?: number }
  history.pushState({ ...state, idx: (state.idx ?? 0) + 1 }, '', location.href)
}
