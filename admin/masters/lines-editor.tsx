import { Button } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import type { Field } from '../../resources/define/fields.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { MasterWithLines } from '../../resources/masters/master-with-lines.ts'
import { products } from '../../resources/masters/products.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FieldInput } from '../derive/form/field-input.tsx'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import type { LineRow } from './line-rows.ts'
import { isPastedRows } from './pasted-lines.ts'
import { useLines } from './use-lines.ts'
import '../derive/form/form.css'
import './lines.css'

/** The lines of a header as a table to type in: spreadsheet rows can be pasted, Enter moves down, Ctrl+S saves. */
export function LinesEditor({ of, header, onDone }: { of: MasterWithLines; header: ApiRow; onDone: () => void }) {
  const editor = useLines(of, header, onDone)
  const formId = useId()
  const { rows, faults, left } = editor

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!isPastedRows(text)) return
    event.preventDefault()
    void editor.paste(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault()
      void editor.save()
    }
    const cell = (event.target as HTMLElement).id.match(/lines\[(\d+)\]\.(\w+)$/)
    if (event.key !== 'Enter' || !cell || cell[2] === 'productId') return
    event.preventDefault()
    document.getElementById(`${formId}-lines[${Number(cell[1]) + 1}].${cell[2]}`)?.focus()
  }

  return (
    <form
      className="lines-editor"
      aria-label="Lines"
      noValidate
      onPaste={onPaste}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        void editor.save()
      }}
    >
      <FaultSummary faults={faults} attempt={editor.attempt} formId={formId} />
      <p className="quiet">
        Type in the last row to add a line, or paste rows from a sheet with the columns{' '}
        {of.enteredFields.map(name => labelOf(name, of.lines.fields[name]!).toLowerCase()).join(', ')}; the product by
        its code.
      </p>
      <div className="table-scroll">
        <table className="plain-table lines-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              {of.enteredFields.map(name => (
                <th key={name} scope="col" className={classOf(of.lines.fields[name]!)}>
                  {labelOf(name, of.lines.fields[name]!)}
                </th>
              ))}
              <th scope="col">
                <span className="for-readers">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Line key={row.key} of={of} row={row} index={index} formId={formId} editor={editor} />
            ))}
          </tbody>
        </table>
      </div>
      {left.length > 0 && (
        <div className="notice-box is-warning" role="alert">
          <p>These pasted rows were not added:</p>
          <ul>
            {left.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Button size="small" onClick={editor.forget}>
            Leave them out
          </Button>
        </div>
      )}
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={editor.saving} aria-keyshortcuts="Control+S">
          Save lines
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

const classOf = ({ kind }: Field) => (kind === 'number' ? 'is-number' : undefined)

function Line(line: {
  of: MasterWithLines
  row: LineRow
  index: number
  formId: string
  editor: ReturnType<typeof useLines>
}) {
  const { of, row, index, formId, editor } = line
  const last = index === editor.rows.length - 1
  return (
    <tr>
      <th scope="row" className="line-no">
        {row.lineNo ?? (last ? '+' : 'new')}
      </th>
      {of.enteredFields.map(name => {
        const field = of.lines.fields[name]!
        const at = `lines[${index}].${name}`
        const fault = editor.faults.find(one => one.field === at)
        const label = `${labelOf(name, field)}, line ${index + 1}`
        const control = {
          id: `${formId}-${at}`,
          'aria-label': label,
          'aria-invalid': fault ? true : undefined,
          'aria-describedby': fault ? `${formId}-${at}-error` : undefined,
          status: fault ? ('error' as const) : ('' as const),
        }
        return (
          <td key={name} data-label={labelOf(name, field)} className={classOf(field)}>
            {name === 'productId' ? (
              <ReferencePicker
                {...control}
                target={products}
                text={row.text}
                value={(row.values.productId as number | null | undefined) ?? null}
                onChange={(id: number | null) => editor.set(row.key, name, id)}
              />
            ) : (
              <FieldInput
                resource={of.lines}
                field={field}
                control={control}
                value={row.values[name] ?? null}
                onChange={value => editor.set(row.key, name, value)}
                onBlur={() => undefined}
              />
            )}
            {fault && (
              <span id={`${formId}-${at}-error`} className="field-error">
                {fault.message.replace(/^Line \d+: /, '')}
              </span>
            )}
          </td>
        )
      })}
      <td>
        {!last && (
          <Button size="small" type="text" onClick={() => editor.remove(row.key)}>
            Remove<span className="for-readers"> line {index + 1}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}
