import { Button } from 'antd'
import { type FormEvent, useEffect, useId, useMemo, useRef } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { useMay } from '../shell/person.ts'
import { FaultSummary } from './fault-summary.tsx'
import { formFields, type Values } from './form-fields.ts'
import { FormRow } from './form-row.tsx'
import { pathOf } from './screens.ts'
import { StaleRow } from './stale-row.tsx'
import { useRowForm } from './use-row-form.ts'
import type { ApiRow } from './value-text.ts'

/** The fields of one row and the buttons under them; without `row` it is a new one. Ctrl+S saves. */
export function RowForm({ resource, start, row }: { resource: Resource; start: Values; row?: ApiRow }) {
  const may = useMay()
  const formId = useId()
  // What the server keeps from this person is not in the row, and «Not set» would be a lie.
  const fields = useMemo(
    () => formFields(resource, row === undefined, may).filter(({ name }) => !row || name in row),
    [resource, row, may],
  )
  const form = useRowForm({ resource, fields, start, row })
  const save = useRef(form.save)
  save.current = form.save

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.save()
  }

  return (
    <form className="panel" onSubmit={submit} noValidate aria-label={resource.title}>
      {form.theirs && (
        <StaleRow
          resource={resource}
          base={form.base}
          mine={form.values}
          theirs={form.theirs}
          onLoadTheirs={form.loadTheirs}
          onKeepMine={form.keepMine}
        />
      )}
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <p className="quiet form-note">Fields with * are required.</p>
      <div className={fields.length > 8 ? 'form-grid is-double' : 'form-grid'}>
        {fields.map(one => (
          <FormRow
            key={one.name}
            id={`${formId}-${one.name}`}
            resource={resource}
            of={one}
            value={form.values[one.name]}
            text={row?.texts?.[one.name]}
            error={form.faults.find(fault => fault.field === one.name)?.message}
            onChange={form.set}
            onBlur={form.look}
          />
        ))}
      </div>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={form.saving} aria-keyshortcuts="Control+S">
          Save
        </Button>
        <ButtonLink to={row ? pathOf.show(resource, row.id) : pathOf.list(resource)}>Cancel</ButtonLink>
      </div>
    </form>
  )
}
