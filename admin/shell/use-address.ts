import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Changes what stands behind the `?`, from what stands there at this moment. */
type ChangeAddress = (change: (now: URLSearchParams) => URLSearchParams, how?: { replace?: boolean }) => void

/**
 * What stands behind the `?` of the address, and a way to change it. React draws a new address a moment after the bar
 * shows it: whoever presses two keys within that moment changes what the first one made.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [query, setQuery] = useSearchParams()
  const change = useCallback<ChangeAddress>(
    (next, how) => setQuery(next(new URLSearchParams(window.location.search)), how),
    [setQuery],
  )
  return [query, change]
}
