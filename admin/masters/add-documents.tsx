import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { labelOf } from '../../resources/define/label.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { usePerson } from '../account/person.ts'
import { FieldInput } from '../derive/form/field-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { hintText } from '../derive/form/hint-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import '../derive/form/form.css'

const names = ['title', 'category', 'audience', 'validTo'] as const
const KINDS = '.pdf,.png,.jpg,.jpeg,.xlsx,.docx,.csv'

const LIST = '/masters/attachment'

/** Uploads one or many files into the library, for the selected roles. */
export default function AddDocuments() {
  const navigate = useNavigate()
  const { uploadMaxMb } = usePerson()
  const formId = useId()
  const invalidate = useInvalidate()
  const [files, setFiles] = useState<File[]>([])
  const [values, setValues] = useState<Record<string, unknown>>({ audience: [] })
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (files.length === 0) return setFaults([{ field: 'file', code: 'REQUIRED', message: 'Choose at least one file' }])
    setBusy(true)
    setFaults([])
    const form = new FormData()
    for (const name of names) {
      const value = values[name]
      if (name === 'audience') form.append(name, JSON.stringify(value ?? []))
      else if (value && !(name === 'title' && files.length > 1)) form.append(name, String(value))
    }
    for (const file of files) form.append('file', file)
    try {
      await api.post('/library', form)
      showSuccess(`${files.length === 1 ? '1 document is' : `${files.length} documents are`} in the library.`)
      await invalidate({ resource: attachment.path, invalidates: ['list'] })
      void navigate(LIST)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: 'file', code: '', message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  const faultOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const shown = names.filter(name => name !== 'title' || files.length < 2)
  return (
    <PageFrame
      title="Upload Documents"
      purpose="Add documents to the library for the selected roles."
      trail={[{ title: 'Shared documents', path: LIST }]}
    >
      <form className="panel" onSubmit={event => void send(event)} noValidate aria-label="Upload documents">
        <div className="form-grid is-double">
          <FieldRow
            id={`${formId}-file`}
            label="Files"
            required
            error={faultOf('file')}
            hint={`PDF, PNG, JPG, XLSX, DOCX or CSV, at most ${uploadMaxMb} MB each`}
          >
            {({ id, ...about }) => (
              <input
                id={id}
                aria-describedby={about['aria-describedby']}
                type="file"
                multiple
                accept={KINDS}
                onChange={event => setFiles([...(event.target.files ?? [])])}
              />
            )}
          </FieldRow>
          {shown.map(name => {
            const field = attachment.fields[name]
            return (
              <FieldRow
                key={name}
                id={`${formId}-${name}`}
                label={labelOf(name, field)}
                hint={
                  name === 'title'
                    ? 'Leave empty to use the name of the file'
                    : 'hint' in field
                      ? hintText(field.hint)
                      : undefined
                }
                required={name === 'audience'}
                error={faultOf(name)}
              >
                {control => (
                  <FieldInput
                    resource={attachment}
                    field={{ ...field, optional: true }}
                    control={control}
                    value={values[name] ?? null}
                    onChange={value => setValues(old => ({ ...old, [name]: value }))}
                    onBlur={() => undefined}
                  />
                )}
              </FieldRow>
            )
          })}
        </div>
        <div className="form-buttons">
          <Button type="primary" htmlType="submit" loading={busy}>
            Upload
          </Button>
          <ButtonLink to={LIST}>Cancel</ButtonLink>
        </div>
      </form>
    </PageFrame>
  )
}
