import { useEffect, useRef } from 'react'
import { useAddress } from '../../shell/use-address.ts'

/**
 * The piece of work that is open, by the address; without one the first, where `begins`. Once it is done, the one that
 * took its place is open.
 */
export function useSelected<Item>(items: readonly Item[], keyOf: (item: Item) => string, begins: boolean) {
  const [address, setAddress] = useAddress()
  const asked = address.get('item')
  const place = useRef(0)
  const found = items.findIndex(item => keyOf(item) === asked)
  const isGone = asked !== null && found < 0
  const next = items[Math.min(place.current, items.length - 1)]
  const selected = found >= 0 ? items[found] : begins ? (isGone ? next : items[0]) : undefined
  const select = (item: Item | null) =>
    setAddress(
      now => {
        if (item) now.set('item', keyOf(item))
        else now.delete('item')
        return now
      },
      { replace: true, flushSync: true },
    )
  useEffect(() => {
    if (found >= 0) place.current = found
  }, [found])
  return {
    selected,
    select,
    move(by: number) {
      const from = selected ? items.indexOf(selected) : -1
      const to = items[Math.max(0, Math.min(items.length - 1, from + by))]
      if (to) select(to)
    },
  }
}
