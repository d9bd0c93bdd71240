import { useEffect, useRef } from 'react'
import { dayOf, isDay } from '../../resources/define/dates.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import { queues } from '../../resources/orders/approvals/queues.ts'
import { useAddress } from '../shell/use-address.ts'

export const keyOfItem = ({ kind, id }: WorkItem) => `${kind}.${id}`

interface WorkGroup {
  title: string
  tone?: string
  items: WorkItem[]
}

/** The day by which something is due. */
export const dueDay = ({ due }: WorkItem) => (due === null ? null : isDay(due) ? due : dayOf(due))

/** Items by when they are due, without empty groups; their order stays. */
export function groupsOf(items: readonly WorkItem[], today: string): WorkGroup[] {
  const groupOf = (item: WorkItem): string => {
    if (item.isWithSecond) return 'With a second person'
    if (item.isLate) return 'Overdue'
    return dueDay(item) === today ? 'Today' : 'Then'
  }
  if (items.every(({ due, isWithSecond }) => due === null && !isWithSecond))
    return [{ title: 'Waits for you', items: [...items] }]
  const byTitle = Map.groupBy(items, groupOf)
  return ['Overdue', 'Today', 'Then', 'With a second person'].flatMap(title => {
    const ofGroup = byTitle.get(title)
    return ofGroup ? [{ title, ...(title === 'Overdue' && { tone: 'is-late' }), items: ofGroup }] : []
  })
}

const inBulk = new Set(queues.filter(({ bulk }) => bulk).map(({ step }) => `queue-${step}`))

/** The keys of those that can be decided together. */
export const ticksOf = (items: readonly WorkItem[]) => items.filter(({ kind }) => inBulk.has(kind)).map(keyOfItem)

/**
 * The item that is open, by the address; without one the first, where `begins`. Once it is done, the one that took its
 * place is open.
 */
export function useSelected(items: readonly WorkItem[], begins: boolean) {
  const [address, setAddress] = useAddress()
  const asked = address.get('item')
  const place = useRef(0)
  const found = items.findIndex(item => keyOfItem(item) === asked)
  const isGone = asked !== null && found < 0
  const next = items[Math.min(place.current, items.length - 1)]
  const selected = found >= 0 ? items[found] : begins ? (isGone ? next : items[0]) : undefined
  const select = (item: WorkItem | null) =>
    setAddress(
      now => {
        if (item) now.set('item', keyOfItem(item))
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
