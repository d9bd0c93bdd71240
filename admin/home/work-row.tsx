import { Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { showNumber } from '../../resources/define/show.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import { dayInWords, lateBy } from '../derive/record/when.ts'
import { addressOf } from './work-address.ts'
import { dueDay } from './work-state.ts'

/** One piece of work: who, what is asked and why, what it is worth, and by when. */
export function WorkRow({
  item,
  today,
  isOpen,
  isTicked,
  onTick,
  onOpen,
}: {
  item: WorkItem
  today: string
  isOpen: boolean
  /** Undefined where it cannot be ticked. */
  isTicked: boolean | undefined
  onTick: (on: boolean) => void
  /** Without it the row leads to its page. */
  onOpen: (() => void) | undefined
}) {
  const { who, key, why, amount } = item
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const inside = (
    <>
      <span className="work-who">{who}</span>
      {amount !== null && <span className="work-amount">{showNumber(amount, 2)}</span>}
      <span className="work-why">{why || key}</span>
      <Due item={item} today={today} />
      {why && key && <span className="work-key">{key}</span>}
    </>
  )
  return (
    <li ref={row} className={isOpen ? 'work-row is-open' : 'work-row'}>
      {isTicked !== undefined && (
        <Checkbox
          aria-label={`Select ${key || who}`}
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
        />
      )}
      {onOpen ? (
        <button type="button" className="work-open" aria-current={isOpen || undefined} onClick={onOpen}>
          {inside}
        </button>
      ) : (
        <Link className="work-open" to={addressOf(item)}>
          {inside}
        </Link>
      )}
    </li>
  )
}

function Due({ item, today }: { item: WorkItem; today: string }) {
  const day = dueDay(item)
  if (day === null) return null
  if (!item.isLate) return <span className="work-due quiet">{dayInWords(day, today)}</span>
  return <strong className="work-due is-late">{lateBy(day, today) ?? 'late today'}</strong>
}
