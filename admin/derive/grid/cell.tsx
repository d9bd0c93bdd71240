import { dayOf, isOver } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { Status } from '../record/status.tsx'
import { type ApiRow, valueText } from '../value-text.ts'
import './cell.css'

/** One value in a list or on a page; `text` is the text of a reference. */
export function Cell({ field, value, text }: { field: Field; value: unknown; text?: string | null | undefined }) {
  if (field.kind === 'flag' && value !== null && value !== undefined) {
    const tone = tonesIn(field)?.[String(Boolean(value))]
    if (tone) return <Status tone={tone} word={value ? 'Yes' : 'No'} />
    return value ? (
      <span className="yes">
        <Icon name="check" size={12} /> Yes
      </span>
    ) : (
      <span className="quiet">No</span>
    )
  }
  if (field.kind === 'file' && typeof value === 'number') return <StoredFile field={field} id={value} text={text} />
  const shown = valueText(field, value, text)
  const tone = tonesIn(field)?.[String(value)]
  if (tone) return <Status tone={tone} word={shown} />
  if (isRight(field)) return <span className="number">{shown}</span>
  return field.long ? <span className="long-text">{shown}</span> : shown
}

/** A link to a stored file; pictures show a thumbnail. */
function StoredFile({ field, id, text }: { field: Field; id: number; text?: string | null | undefined }) {
  const at = `/api/attachments/${id}/file`
  if (field.accept?.startsWith('.png')) return <img className="thumbnail" src={at} alt={text ?? ''} loading="lazy" />
  return (
    <a href={at} download>
      {text || `No. ${id}`}
    </a>
  )
}

/** Whether a row is active. */
export const ActiveMark = ({ isActive, ended }: { isActive: boolean; ended?: string | undefined }) => (
  <Status
    tone={isActive && !ended ? 'calm' : 'end'}
    word={!isActive ? 'Inactive' : ended ? `Ended ${dayText(ended)}` : 'Active'}
  />
)

/** Says of a row that is looked at as on a day that it was entered later; `brief` as an icon with the day beside. */
export function LaterMark({ row, brief = false }: { row: ApiRow; brief?: boolean }) {
  if (!row.enteredOn) return null
  const sentence = `Entered ${dayText(row.enteredOn)}, after this day`
  return (
    <span className="later-mark" title={sentence}>
      <Icon name="alert" size={12} /> {brief ? <span className="for-readers">{sentence}: </span> : sentence}
    </span>
  )
}

/** Whether a row of a list is in use, or when it ended. */
export const RowMark = ({ resource, row }: { resource: Resource; row: ApiRow }) => (
  <ActiveMark
    isActive={row.isActive !== false}
    ended={isOver(resource, row, dayOf(new Date().toISOString())) ? String(row.validTo) : undefined}
  />
)

/** Whether values stand at the right: numbers, but not the names of months. */
export const isRight = (field: Field) => field.kind === 'number' && !field.monthOf
