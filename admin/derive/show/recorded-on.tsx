import { useId, useState } from 'react'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { versionAt } from '../../../resources/define/versions.ts'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
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
  if (row.createdAt >= end) return <p role="status">On {dayText(day)} this row did not exist in the portal yet.</p>
  const first = entries.at(-1)!
  if (first.action !== 'CREATE' && first.at >= end)
    return <p role="status">The history of this row does not go back to {dayText(day)}.</p>
  if (entries[0]!.at < end) return <p role="status">Unchanged since then.</p>
  const before = versionAt(row, entries, end)
  return (
    <>
      <p role="status">On {dayText(day)} these values were different; all others are unchanged.</p>
      <ChangeTable resource={resource} change={{ before, after: row }} heads={[`On ${dayText(day)}`, 'Now']} />
    </>
  )
}
