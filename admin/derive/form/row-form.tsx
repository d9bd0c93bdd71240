import { Button, Input } from 'antd'
import { type FormEvent, lazy, Suspense, useEffect, useId, useMemo, useRef } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { useMay } from '../../account/person.ts'
import type { ApiRow } from '../value-text.ts'
import { FaultSummary } from './fault-summary.tsx'
import { FieldRow } from './field-row.tsx'
import { formFields } from './fields-of.ts'
import { FormSections } from './form-sections.tsx'
import { StaleRow } from './stale-row.tsx'
import { SuccessionNote } from './succession-note.tsx'
import { UnsavedGuard } from './unsaved.ts'
import { useRowForm } from './use-row-form.ts'

const WhatIf = lazy(() => import('../action/what-if.tsx'))

/** The fields of one row and the buttons below them; a new row when `row` is absent. Ctrl+S saves. */
export function RowForm({
  resource,
  start,
  row,
  onSaved,
  onCancel,
  watch,
}: {
  resource: Resource
  start: RowValues
  row?: ApiRow | undefined
  onSaved: (row: ApiRow) => void
  onCancel: () => void
  /** Set when the surrounding page guards unsaved work itself; it receives the function to ask with. */
  watch?: (isDirty: () => boolean) => void
}) {
  const may = useMay()
  const formId = useId()
  // Values hidden from this person are not in the row, and «Not set» would be wrong for them.
  const declared = useMemo(
    () => formFields(resource, row === undefined, may).filter(({ name }) => !row || name in row),
    [resource, row, may],
  )
  const form = useRowForm({ resource, declared, start, row, onSaved })
  const box = useRef<HTMLFormElement>(null)
  const save = useRef(form.save)
  save.current = form.save
  watch?.(form.isDirty)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!isCovered(box.current)) void save.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    void form.save()
  }

  return (
    <form ref={box} className="panel" onSubmit={submit} noValidate aria-label={resource.title}>
      {!watch && <UnsavedGuard isDirty={form.isDirty} />}
      {form.theirs && (
        <StaleRow
          resource={resource}
          base={form.base}
          mine={form.values}
          theirs={form.theirs}
          onLoadTheirs={form.loadTheirs}
          onMerge={form.merge}
        />
      )}
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <p className="quiet form-note">Fields with * are required.</p>
      <FormSections
        resource={resource}
        fields={form.fields}
        formId={formId}
        values={form.values}
        faults={form.faults}
        row={row}
        onChange={form.set}
        onBlur={form.checkField}
      />
      {row && (
        <div className="form-why">
          <FieldRow id={`${formId}-why`} label="Why" hint="Optional; kept in the history">
            {({ status: _, ...control }) => (
              <Input
                {...control}
                maxLength={500}
                autoComplete="off"
                value={form.why}
                onChange={event => form.setWhy(event.target.value)}
              />
            )}
          </FieldRow>
          <SuccessionNote resource={resource} base={{ ...row, ...form.base }} values={{ ...row, ...form.values }} />
        </div>
      )}
      {resource.whatIf && (
        <Suspense>
          <WhatIf resource={resource} body={questionOf(row?.id, form.pendingBody())} />
        </Suspense>
      )}
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={form.saving} aria-keyshortcuts="Control+S">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

const questionOf = (id: number | undefined, row: RowValues | null) =>
  row === null ? null : { row, ...(id !== undefined && { id }) }

/** A form under an open drawer ignores Ctrl+S; the one in the drawer handles it. */
function isCovered(form: HTMLElement | null) {
  const drawer = document.querySelector('.ant-drawer-open')
  return drawer !== null && !drawer.contains(form)
}
