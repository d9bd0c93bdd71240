import { useInvalidate } from '@refinedev/core'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { rateContractSheet } from '../../resources/uploads/rate-contracts.ts'
import { useMay } from '../account/person.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { useUnsavedGuard } from '../derive/form/unsaved.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'

/** A contract row as it was in the file, to be corrected while it is open. */
export default function RawPanel({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const invalidate = useInvalidate()
  const formId = useId()
  const raw = (row.raw ?? {}) as Record<string, string>
  const [values, setValues] = useState(raw)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const open = row.status === 'OPEN' && may('approve', resource.path)
  const dirty = Object.keys(values).some(name => values[name] !== (raw[name] ?? ''))
  useUnsavedGuard(() => open && dirty)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setMessage('')
    try {
      await api.patch(`/${resource.path}/${row.id}`, { raw: values, rowVersion: row.rowVersion })
      showSuccess('Saved. Reprocess the row to import it.')
      await invalidate({ resource: resource.path, id: row.id, invalidates: ['detail', 'list'] })
    } catch (error) {
      setMessage(isRefusal(error) ? error.message : 'The values could not be saved.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel" aria-labelledby={`${formId}-head`}>
      <h2 id={`${formId}-head`}>As in the file</h2>
      <form onSubmit={event => void save(event)}>
        <div className="form-grid is-double">
          {Object.entries(rateContractSheet.fields).map(([name, field]) => (
            <FieldRow key={name} id={`${formId}-${name}`} label={labelOf(name, field)} plain={!open}>
              {({ id }) =>
                open ? (
                  <Input
                    id={id}
                    value={values[name] ?? ''}
                    maxLength={255}
                    autoComplete="off"
                    onChange={event => setValues(old => ({ ...old, [name]: event.target.value }))}
                  />
                ) : (
                  <span className="field-plain">{raw[name] || <span className="quiet">–</span>}</span>
                )
              }
            </FieldRow>
          ))}
        </div>
        {open && (
          <div className="form-buttons">
            <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
              Save values
            </Button>
          </div>
        )}
      </form>
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
    </section>
  )
}
