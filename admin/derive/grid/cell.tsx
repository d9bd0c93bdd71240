import type { Field } from '../../../resources/define/fields.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { valueText } from '../value-text.ts'
import './cell.css'

/** One value in a list or on a page; `text` is the text of a reference. */
export function Cell({ field, value, text }: { field: Field; value: unknown; text?: string | null | undefined }) {
  if (field.kind === 'flag' && value !== null && value !== undefined) {
    const tone = field.tones?.[String(Boolean(value))]
    if (tone) return <span className={`tone is-${tone}`}>{value ? 'Yes' : 'No'}</span>
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
  const tone = field.tones?.[String(value)]
  if (tone) return <span className={`tone is-${tone}`}>{shown}</span>
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

/** Whether a row is active: an icon and a word, never colour alone. */
export function ActiveMark({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? 'state-mark is-active' : 'state-mark'}>
      <Icon name={isActive ? 'check' : 'off'} size={12} /> {isActive ? 'Active' : 'Inactive'}
    </span>
  )
}

/** Whether values stand at the right: numbers, but not the names of months. */
export const isRight = (field: Field) => field.kind === 'number' && !field.monthOf
