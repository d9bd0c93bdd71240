import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../shell/menu/icons.tsx'
import type { Control } from './control.ts'
import './form.css'

export interface FieldRowProps {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** A small word beside the label, such as «SAP». */
  mark?: { word: string; says: string; icon?: IconName } | undefined
  wide?: boolean
  /** Set for values that are shown and cannot be entered. */
  plain?: boolean
  children: (control: Control) => ReactNode
}

/** A form field: label above, hint and error below, all tied to the control for screen readers. */
export function FieldRow(row: FieldRowProps) {
  const { id, error, hint } = row
  // `aria-required` would land on the outer box of antd's Select, where it means nothing.
  const about = [row.required && `${id}-required`, error && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  const label = (
    <>
      {row.label}
      {row.required && (
        <span className="required" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </>
  )
  return (
    <div className={row.wide ? 'field is-wide' : 'field'}>
      <span className="field-label">
        {row.plain ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {row.mark && (
          <span className="field-mark" title={row.mark.says}>
            {row.mark.icon && <Icon name={row.mark.icon} />}
            {row.mark.word}
            <span className="for-readers">: {row.mark.says}</span>
          </span>
        )}
      </span>
      {row.children({
        id,
        'aria-describedby': about || undefined,
        'aria-invalid': error ? true : undefined,
        status: error ? 'error' : undefined,
      })}
      {row.required && (
        <span id={`${id}-required`} hidden>
          Required
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  )
}
