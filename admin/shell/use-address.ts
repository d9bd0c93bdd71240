import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Changes the query string, based on its latest value. */
type ChangeAddress = (
  change: (now: URLSearchParams) => URLSearchParams,
  how?: { replace?: boolean; flushSync?: boolean },
) => void

/**
 * The query string of the address, and a way to change it. React renders a new address a moment after the address bar
 * shows it, so two key presses in a row must build on the latest value.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [query, setQuery] = useSearchParams()
  const change = useCallback<ChangeAddress>(
    (next, how) => setQuery(next(new URLSearchParams(window.location.search)), how),
    [setQuery],
  )
  return [query, change]
}
