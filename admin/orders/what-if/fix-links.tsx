import type { ReactNode } from 'react'
import { dayOf } from '../../../resources/define/dates.ts'
import type { GapFix } from '../../../resources/orders/what-if/fix-rule-gap.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { BACK_PARAMETER, pathOf } from '../../shell/screens.ts'
import './fix-links.css'

/**
 * Links to the changes that would close a rule gap and that the person may make, prefilled; `back` is where they return
 * after saving. People who may make none are told who may, or with `quietly` nothing.
 */
export function FixLinks({
  fixes,
  back,
  quietly = false,
  children,
}: {
  fixes: readonly GapFix[]
  back: string
  quietly?: boolean
  /** Further actions. */
  children?: ReactNode
}) {
  const may = useMay()
  const mine = fixes.filter(({ resource, id, values }) =>
    values === undefined && id === undefined
      ? may('create', resource)
      : may(id === undefined ? 'create' : 'update', resource),
  )
  if (quietly && mine.length === 0) return null
  const where = [...new Set(fixes.map(({ resource }) => resourceAt(resource)?.title ?? resource))]
  return (
    <div className="mend-links">
      {mine.length === 0 && (
        <p className="quiet">
          You may not add this rule. It belongs in {where.join(' or ')}: ask the IT administrator.
        </p>
      )}
      {mine.map((fix, index) => (
        <ButtonLink key={fix.label} to={fixAddress(fix, back)} {...(index === 0 && { type: 'primary' })}>
          {fix.label}
        </ButtonLink>
      ))}
      {children}
    </div>
  )
}

/** The address where a row is entered: an existing row, a new one prefilled, or the list. */
export function fixAddress({ resource: path, id, values }: GapFix, back: string): string {
  const resource = { path }
  if (id === undefined && values === undefined) return pathOf.list(resource)
  // A row that closes a gap is valid from today, unless a date is known.
  const start = resourceAt(path)?.dated ? { validFrom: dayOf(new Date().toISOString()) } : {}
  const filledValues = Object.entries({ ...start, ...values }).filter(([, value]) => value !== null)
  if (id !== undefined) return `${pathOf.edit(resource, id)}?${new URLSearchParams({ [BACK_PARAMETER]: back })}`
  const query = new URLSearchParams([
    ...filledValues.map(([name, value]) => [name, String(value)]),
    [BACK_PARAMETER, back],
  ])
  return `${pathOf.create(resource)}?${query}`
}
