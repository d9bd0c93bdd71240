import { useInvalidate } from '@refinedev/core'
import { Tooltip } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { clean, problemWith } from '../../../resources/define/validate.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { showFailure, showWarning } from '../../shell/notices/notices.ts'
import { FieldInput } from '../form/field-input.tsx'
import { sameValue } from '../form/form-fields.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { type ApiRow, rowText, valueText } from '../value-text.ts'
import './cell-editor.css'

/** The editor in a grid cell: Enter saves, Tab saves and moves on, Escape discards. */
export default function CellEditor(editor: {
  resource: Resource
  row: ApiRow
  column: PlacedColumn
  onSaved: (row: ApiRow) => void
  /** Called when the editor closes: 1 for the next cell, -1 for the one before, undefined for none. */
  onLeave: (by?: 1 | -1) => void
}) {
  const { resource, column, onLeave } = editor
  const { name, field, label } = column
  const invalidate = useInvalidate()
  const [row, setRow] = useState(editor.row)
  const [value, setValue] = useState<unknown>(row[name])
  const [wrong, setWrong] = useState('')
  const [saving, setSaving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const picked = field.kind === 'choice' || field.kind === 'reference' || field.kind === 'list'

  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')
    control?.focus()
    if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  }, [])

  const latest = useRef<() => void>(undefined)
  latest.current = () => void save(value)
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const inside = (target as HTMLElement).closest('.cell-editor, .ant-select-dropdown, .ant-picker-dropdown')
      if (!inside) latest.current?.()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])

  async function save(mine: unknown, by?: 1 | -1) {
    if (saving) return
    const cleaned = clean(resource, { [name]: mine })[name] ?? null
    if (sameValue(cleaned, row[name])) return onLeave(by)
    const problem = cleaned === null && field.optional ? undefined : problemWith(field, cleaned ?? undefined)
    if (problem) return setWrong(`${label} ${problem[1]}`)
    setSaving(true)
    setWrong('')
    try {
      const change = { [name]: cleaned, rowVersion: row.rowVersion }
      const { data: savedRow } = await api.patch<ApiRow>(`/${resource.path}/${row.id}`, change)
      editor.onSaved(savedRow)
      for (const { message } of savedRow.warnings ?? []) showWarning('Saved with warnings', message)
      await invalidate({ resource: resource.path, invalidates: ['list', 'detail'], id: row.id })
      onLeave(by)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Another cell was opened meanwhile, so the refusal is shown as a notice.
      if (!here.current) return showFailure(`${label} of “${rowText(resource, row)}” is not saved.`, error.message)
      setSaving(false)
      const theirs = error.data.theirs as ApiRow | undefined
      if (!theirs) return setWrong(error.faults.map(({ message }) => message).join('; ') || error.message)
      setRow(theirs)
      const now = valueText(field, theirs[name], theirs.texts?.[name]) || 'empty'
      setWrong(`Changed by another person to “${now}”. Enter saves yours over it, Escape keeps it.`)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event
    if (key === 'Escape') {
      event.preventDefault()
      // The list behind does not show the other person's change yet.
      if (row !== editor.row) void invalidate({ resource: resource.path, invalidates: ['list'] })
      onLeave()
    } else if (key === 'Tab') {
      event.preventDefault()
      void save(value, shiftKey ? -1 : 1)
    } else if (key === 'Enter' && !altKey && !(picked && isOpen(event.target))) {
      event.preventDefault()
      void save(value)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the control inside
    <div
      ref={box}
      className="cell-editor"
      aria-busy={saving}
      onKeyDown={onKeyDown}
      title={saving ? 'Saving' : undefined}
    >
      <Tooltip open={wrong !== ''} title={<span role="alert">{wrong}</span>} color="#a8071a" placement="bottomLeft">
        <span className="cell-control">
          <FieldInput
            resource={resource}
            field={field}
            control={
              {
                id: `cell-${row.id}-${name}`,
                'aria-label': label,
                'aria-invalid': wrong !== '' || undefined,
                status: wrong ? 'error' : undefined,
              } as never
            }
            value={value}
            text={row.texts?.[name]}
            onChange={next => {
              // While saving, the box keeps the focus and its content.
              if (saving) return
              setValue(next)
              setWrong('')
            }}
            onBlur={() => undefined}
          />
        </span>
      </Tooltip>
      {saving && (
        <span className="for-readers" role="status">
          Saving
        </span>
      )}
    </div>
  )
}

/** Whether a list of options is open below the control; then Enter chooses one of them. */
const isOpen = (target: EventTarget) => (target as HTMLElement).getAttribute('aria-expanded') === 'true'
