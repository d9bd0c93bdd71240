import { type ReactNode, Suspense } from 'react'
import type { WorkItem } from '../../resources/home/commands.ts'
import { dayInWords, lateBy } from '../derive/record/when.ts'
import { WorkLine } from '../derive/work/work-line.tsx'
import { dueDay } from './work-state.ts'

/** One piece of work of the list. */
export function WorkRow({
  item,
  today,
  isOpen,
  isTicked,
  onTick,
  onOpen,
  acts,
}: {
  item: WorkItem
  today: string
  isOpen: boolean
  /** Undefined where it cannot be ticked. */
  isTicked: boolean | undefined
  onTick: (on: boolean) => void
  onOpen: () => void
  /** The buttons of its card, on a phone. */
  acts: ReactNode
}) {
  const { who, key, why, amount } = item
  return (
    <WorkLine
      who={who}
      amount={amount}
      why={why || key}
      due={<Due item={item} today={today} />}
      note={!!why && key}
      isOpen={isOpen}
      tick={isTicked === undefined ? undefined : { label: `Select ${key || who}`, checked: isTicked, onTick }}
      opens={onOpen}
      acts={acts && <Suspense fallback={null}>{acts}</Suspense>}
    />
  )
}

function Due({ item, today }: { item: WorkItem; today: string }) {
  const day = dueDay(item)
  if (day === null) return null
  if (!item.isLate) return <span className="work-due quiet">{dayInWords(day, today)}</span>
  return <strong className="work-due is-late">{lateBy(day, today) ?? 'late today'}</strong>
}
