import { Checkbox } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { showNumber } from '../../../resources/define/show.ts'
import './work.css'

/** One piece of work of a list: who, what is asked and why, what it is worth, and by when. */
export function WorkLine(line: {
  who: string
  amount: number | null
  why: string
  /** By whom and when it is due. */
  due: ReactNode
  note?: string | false
  isOpen: boolean
  /** Absent where it cannot be ticked. */
  tick?: { label: string; checked: boolean; onTick: (on: boolean) => void } | undefined
  /** Opens it beside the list, or leads to its page. */
  opens: (() => void) | string
  /** Buttons below it. */
  acts?: ReactNode
}) {
  const { who, amount, why, due, note, isOpen, tick, opens, acts } = line
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const inside = (
    <>
      <span className="work-who">{who}</span>
      {amount !== null && <span className="work-amount">{showNumber(amount, 2)}</span>}
      <span className="work-why">{why}</span>
      {due}
      {note && <span className="work-key">{note}</span>}
    </>
  )
  return (
    <li ref={row} className={isOpen ? 'work-row is-open' : 'work-row'}>
      {tick && (
        <Checkbox
          aria-label={tick.label}
          checked={tick.checked}
          onChange={({ target }) => tick.onTick(target.checked)}
        />
      )}
      {typeof opens === 'string' ? (
        <Link className="work-open" to={opens}>
          {inside}
        </Link>
      ) : (
        <button type="button" className="work-open" aria-current={isOpen || undefined} onClick={opens}>
          {inside}
        </button>
      )}
      {acts}
    </li>
  )
}
