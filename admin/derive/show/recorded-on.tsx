import { useId, useState } from 'react'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { versionAt } from '../../../resources/define/versions.ts'
import type { HistoryEntry } from '../../../resources/platform/history.ts'
import DayInput from '../form/day-input.tsx'
import type { ApiRow } from '../value-text.ts'
import { ChangeTable } from './change-table.tsx'

/** The row as the portal had it at the end of a day, beside the row as it is now. */
export default function RecordedOn(row: { resource: Resource; row: ApiRow; entries: readonly HistoryEntry[] }) {
  const [day, setDay] = useState<string | null>(null)
  const id = useId()
  return (
    <div className="recorded-on">
      <label htmlFor={id}>As recorded on</label>
      <DayInput id={id} value={day} onChange={setDay} />
      {day && <Recorded {...row} day={day} />}
    </div>
  )
}

function Recorded(recorded: { resource: Resource; row: ApiRow; entries: readonly HistoryEntry[]; day: string }) {
  const { resource, row, entries, day } = recorded
  const end = instantOf(addDays(day, 1))
  if (row.createdAt >= end) return <p role="status">On {dayText(day)} the portal did not know this row yet.</p>
  const first = entries.at(-1)!
  if (first.action !== 'CREATE' && first.at >= end)
    return <p role="status">What the portal keeps of its history does not reach back to {dayText(day)}.</p>
  if (entries[0]!.at < end) return <p role="status">It was recorded as it is now: nothing changed since.</p>
  const before = versionAt(row, entries, end)
  return (
    <>
      <p role="status">On {dayText(day)} this was recorded otherwise; everything else was as it is now.</p>
      <ChangeTable resource={resource} change={{ before, after: row }} heads={[`On ${dayText(day)}`, 'Now']} />
    </>
  )
}
