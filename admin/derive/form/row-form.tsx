import { Button } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { useMay } from '../../account/person.ts'
import type { ApiRow } from '../value-text.ts'
import { FaultSummary } from './fault-summary.tsx'
import { formFields } from './fields-of.ts'
import { FormSections } from './form-sections.tsx'
import { StaleRow } from './stale-row.tsx'
import { type RowFormState, useRowForm } from './use-row-form.ts'

/** The fields of a new row in a drawer, with the buttons below them. */
export function RowForm({
  resource,
  start,
  onSaved,
  onCancel,
  watch,
}: {
  resource: Resource
  start: RowValues
  onSaved: (row: ApiRow) => void
  onCancel: () => void
  /** The drawer guards unsaved work: it receives the function to ask with. */
  watch: (isDirty: () => boolean) => void
}) {
  const may = useMay()
  const declared = useMemo(() => formFields(resource, true, may), [resource, may])
  const form = useRowForm({ resource, declared, start, row: undefined, onSaved })
  watch(form.isDirty)
  return (
    <SavedForm resource={resource} className="panel" save={form.save}>
      <FormBody resource={resource} form={form} row={undefined} />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={form.saving} aria-keyshortcuts="Control+Enter">
          Create {resource.one}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </SavedForm>
  )
}

/** A form that Ctrl ↵ and Ctrl+S save, from wherever the focus is. */
export function SavedForm({
  resource,
  className,
  save,
  children,
}: {
  resource: Resource
  className: string
  save: () => Promise<void>
  children: ReactNode
}) {
  const box = useRef<HTMLFormElement>(null)
  const latest = useRef(save)
  latest.current = save

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's'
      if (!(event.ctrlKey || event.metaKey) || !isSave) return
      event.preventDefault()
      if (!isCovered(box.current)) void latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    void save()
  }

  return (
    <form ref={box} className={className} onSubmit={submit} noValidate aria-label={resource.title}>
      {children}
    </form>
  )
}

/** A form under an open drawer or dialog leaves the keys to the one above it. */
function isCovered(form: HTMLElement | null) {
  const above = document.querySelector('.ant-drawer-open, .ant-modal-wrap:not([style*="display: none"])')
  return above !== null && !above.contains(form)
}

/** What others saved meanwhile, what is wrong, and the inputs. */
export function FormBody({ resource, form, row }: { resource: Resource; form: RowFormState; row: ApiRow | undefined }) {
  const formId = useId()
  return (
    <>
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
      <FormSections resource={resource} form={form} formId={formId} row={row} />
      <p className="quiet form-note">Fields with * are required.</p>
    </>
  )
}
