import { lazy, Suspense } from 'react'
import { FOREVER } from '../../../resources/define/dates.ts'
import { FieldRow } from '../form/field-row.tsx'
import { RemarkRow } from '../form/remark-row.tsx'

const DayInput = lazy(() => import('../form/day-input.tsx'))

/** What is asked as rows are taken out of use. */
export interface Leave {
  /** The last day of rows that were in use; the usual one where it is null. */
  lastDay: string | null
  why: string | null
}

/** The query or the body that tells what was asked. */
export const saidOf = ({ lastDay, why }: Leave): Record<string, string> => ({
  ...(lastDay && lastDay !== FOREVER && { validTo: lastDay }),
  ...(why?.trim() && { why: why.trim() }),
})

/** The last day, where rows may end on a day, and the reason. */
export function LeavingFields({
  id,
  value,
  onChange,
  asksDay,
  needsWhy,
}: {
  id: string
  value: Leave
  onChange: (value: Leave) => void
  asksDay: boolean
  needsWhy: boolean
}) {
  return (
    <>
      {asksDay && (
        <FieldRow id={`${id}-day`} label="Last day" hint="Valid through this day; leave empty for today">
          {control => (
            <Suspense fallback={<span role="status">Loading...</span>}>
              <DayInput {...control} value={value.lastDay} onChange={lastDay => onChange({ ...value, lastDay })} />
            </Suspense>
          )}
        </FieldRow>
      )}
      <RemarkRow
        id={`${id}-why`}
        label="Why"
        hint="Kept in the history"
        required={needsWhy}
        value={value.why}
        onChange={why => onChange({ ...value, why })}
      />
    </>
  )
}
