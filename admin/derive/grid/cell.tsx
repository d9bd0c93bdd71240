import type { Field } from '../../../resources/define/fields.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { Status } from '../record/status.tsx'
import { valueText } from '../value-text.ts'
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
export const ActiveMark = ({ isActive }: { isActive: boolean }) => (
  <Status tone={isActive ? 'calm' : 'end'} word={isActive ? 'Active' : 'Inactive'} />
)

/** Whether values stand at the right: numbers, but not the names of months. */
export const isRight = (field: Field) => field.kind === 'number' && !field.monthOf
