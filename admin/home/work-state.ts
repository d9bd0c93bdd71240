import { dayOf, isDay } from '../../resources/define/dates.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import { queues } from '../../resources/orders/approvals/queues.ts'

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

export const canBeTicked = ({ kind }: WorkItem) => inBulk.has(kind)

/** The keys of those that can be decided together. */
export const ticksOf = (items: readonly WorkItem[]) => items.filter(canBeTicked).map(keyOfItem)

/** Whether a card on a phone has buttons: the others are opened, and done there. */
export const hasCardActs = (item: WorkItem) => canBeTicked(item) || item.opens !== null
