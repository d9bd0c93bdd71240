import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { dayOf } from '../../../resources/define/dates.ts'
import { plainDay } from '../record/when.ts'
import { FieldRow } from './field-row.tsx'
import type { RowFormState } from './use-row-form.ts'

const DayInput = lazy(() => import('./day-input.tsx'))

/** The first day of the row that a changed amount begins. */
export function BeginsRow({ id, form }: { id: string; form: RowFormState }) {
  const { begins, setBegins, faults } = form
  const today = dayOf(new Date().toISOString())
  return (
    <FieldRow
      id={id}
      label="Begins"
      required
      error={faults.find(({ field }) => field === 'validFrom')?.message}
      hint={
        begins && (
          <>
            {weekday(begins)}
            {begins === today ? ', today' : begins.endsWith('-01') ? `, the first of ${monthOf(begins)}` : ''}
            {begins !== today && (
              <Button type="link" size="small" onClick={() => setBegins(today)}>
                Begin today, {plainDay(today, today)}
              </Button>
            )}
          </>
        )
      }
    >
      {control => (
        <Suspense fallback={<input id={id} className="day-input ant-input" disabled />}>
          <DayInput {...control} value={begins} onChange={setBegins} />
        </Suspense>
      )}
    </FieldRow>
  )
}

const said = (day: string, part: Intl.DateTimeFormatOptions) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...part, timeZone: 'UTC' })
const weekday = (day: string) => said(day, { weekday: 'long' })
const monthOf = (day: string) => said(day, { month: 'long' })
