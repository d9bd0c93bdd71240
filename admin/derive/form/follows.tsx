import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addDays, daysBetween, FOREVER, isDay } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { pathOf } from '../../shell/screens.ts'
import { plainDay, readOn } from '../record/when.ts'
import { periodValues, usePeriods } from '../show/use-periods.ts'
import type { ApiRow } from '../value-text.ts'
import type { RowFormState } from './use-row-form.ts'

interface Part {
  key: string
  period: ReactNode
  values: string
  says?: string
  tone: 'now' | 'then' | 'other'
}

/** Before it is saved: which period ends, which begins, and with what values. */
export function Follows({
  resource,
  row,
  form,
  proposes,
}: {
  resource: Resource
  row: ApiRow
  form: RowFormState
  proposes: boolean
}) {
  const { values, base, succeeds, begins } = form
  const today = readOn()
  const rows = usePeriods(resource, row)
  const now = { ...row, ...base }
  const ends = String(values.validTo)
  const others = rows.filter(one => one.id !== row.id)
  const before = others.filter(one => String(one.validFrom) < String(now.validFrom)).slice(-1)
  const after = others.filter(one => String(one.validFrom) > String(now.validFrom)).slice(0, 2)
  const by = proposes ? 'once it is confirmed' : 'by this change'
  const starts = succeeds ? begins : null
  const last = starts ? addDays(starts, -1) : ends
  const isShortened = !starts && ends !== String(base.validTo)
  const next = after[0] && String(after[0].validFrom)
  const gap = next && isDay(ends) && ends < next ? daysBetween(ends, next) - 1 : 0
  const parts: Part[] = [
    ...before.map(one => otherPart(resource, one, today)),
    {
      key: 'now',
      tone: 'now',
      period: periodText(String(starts ? now.validFrom : values.validFrom), last, today),
      values: periodValues(resource, starts ? now : { ...now, ...values }),
      ...(starts
        ? { says: `ends on ${plainDay(last, today)} ${by}` }
        : isShortened && { says: ends === FOREVER ? `stays open ${by}` : `ends on ${plainDay(ends, today)} ${by}` }),
    },
    ...(starts
      ? [
          {
            key: 'then',
            tone: 'then' as const,
            period: periodText(starts, ends, today),
            values: periodValues(resource, { ...now, ...values }),
            says: proposes ? 'begins, once it is confirmed' : 'begins',
          },
        ]
      : []),
    ...after.map(one => otherPart(resource, one, today)),
  ]
  return (
    <section className="record-rows" aria-label="What follows what">
      <h2>
        What follows what <small>nothing is overwritten</small>
      </h2>
      <ol className="follows">
        {parts.map(({ key, tone, period, values: said, says }) => (
          <li key={key} className={`is-${tone}`}>
            <span>{period}</span>
            <strong>{said}</strong>
            {says && <span>{says}</span>}
          </li>
        ))}
      </ol>
      {gap > 0 && (
        <p role="status" className="notice-box is-warning">
          No row is valid for {gap === 1 ? 'one day' : `${gap} days`} after {plainDay(ends, today)}.
        </p>
      )}
    </section>
  )
}

const otherPart = (resource: Resource, one: ApiRow, today: string): Part => ({
  key: String(one.id),
  tone: 'other',
  period: (
    <Link to={pathOf.show(resource, one.id)}>{periodText(String(one.validFrom), String(one.validTo), today)}</Link>
  ),
  values: periodValues(resource, one),
})

/** `1 Apr 2025 to 30 Nov`, or `from 1 Dec, open`. */
export const periodText = (from: string, to: string, today: string) =>
  to === FOREVER ? `from ${plainDay(from, today)}, open` : `${plainDay(from, today)} to ${plainDay(to, today)}`

/** What a change succeeds, in words: `net price`, or with more than one of them the row. */
export const succeededText = (resource: Resource, changed: RowValues, amounts: readonly string[]): string => {
  const touched = amounts.filter(name => name in changed)
  const names = touched.length > 0 ? touched : amounts.slice(0, 1)
  return names.length === 1 ? labelOf(names[0]!, resource.fields[names[0]!]!) : resource.one
}
