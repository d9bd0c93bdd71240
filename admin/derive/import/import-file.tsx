import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { maySucceed, type WriteMode } from '../../../resources/platform/imports/imports.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { usePerson } from '../../account/person.ts'
import { isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { RadioList } from '../form/radio-list.tsx'
import { type OnError, type Origin, startImport } from './import-job.ts'
import '../form/file-input.css'

/** Whether the rows that are there come out in the columns of a file; what was uploaded once is a record of it. */
function isListOf({ path, fields }: Resource): boolean {
  const list = resourceAt(path)
  return list !== undefined && (list.kind === 'master' || Object.keys(fields).every(name => name in list.fields))
}

/**
 * The first step of an import: the file, whose data it holds, what the import may do, and what happens to rows with
 * errors.
 */
export function ImportFile({
  resource,
  extraFields,
  onStarted,
}: {
  resource: Resource
  extraFields: ReactNode
  onStarted: (job: ImportAnswer) => void
}) {
  const { may, importMaxMb, importMaxRows } = usePerson()
  const [mode, setMode] = useState<WriteMode>('UPSERT')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const fromSap = Object.values(resource.fields).some(field => field.sap)
  const template = (format: string) => `/api/templates/${resource.path}?format=${format}`
  const key = resource.key.map(name => labelOf(name, resource.fields[name]!)).join(', ')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const file = formData.get('file')
    if (!(file instanceof File) || file.size === 0) return setWrong('Choose a file first.')
    if (/\.xls$/i.test(file.name))
      return setWrong('This is a workbook of Excel 97 to 2003 (.xls): open it in Excel and save it as .xlsx.')
    if (!/\.(xlsx|csv|txt)$/i.test(file.name))
      return setWrong('The file must be an Excel workbook (.xlsx) or a text file (.csv or .txt).')
    if (file.size > importMaxMb * 1024 * 1024) return setWrong(`The file must be at most ${importMaxMb} MB.`)
    setBusy(true)
    setWrong('')
    try {
      const origin = (formData.get('origin') ?? 'PORTAL') as Origin
      const onError = (formData.get('onError') ?? 'ALL_OR_NOTHING') as OnError
      const given = Object.fromEntries(
        [...formData].flatMap(([name, value]) => (name.startsWith('given.') ? [[name, String(value)]] : [])),
      )
      const endReplaced = formData.get('endReplaced') === 'END'
      onStarted(await startImport({ file, resource: resource.path, origin, onError, mode, endReplaced, given }))
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <form className="panel import-form" onSubmit={submit} noValidate>
      <p>
        Start from the template: <a href={template('xlsx')}>Excel</a> or <a href={template('csv')}>CSV</a>
        {may('export', resource.path) && isListOf(resource) && (
          <>
            {' '}
            or from the rows as they are now: <a href={`/api/export/${resource.path}?format=xlsx`}>Excel</a> or{' '}
            <a href={`/api/export/${resource.path}?format=csv`}>CSV</a>
          </>
        )}
        . Rows are matched by {key}.
      </p>
      <div className="field">
        <label className="field-label" htmlFor="file">
          File (.xlsx, .csv or .txt, at most {importMaxMb} MB and {showNumber(importMaxRows)} rows)
        </label>
        <input
          id="file"
          name="file"
          type="file"
          className="file-box"
          accept=".xlsx,.csv,.txt"
          onChange={() => setWrong('')}
          aria-invalid={wrong ? true : undefined}
          aria-describedby="file-error"
        />
        <span id="file-error" className="field-error" role="alert">
          {wrong}
        </span>
      </div>
      {extraFields}
      {resource.kind === 'master' && !extraFields && (
        <RadioList
          name="mode"
          legend="Import mode"
          value={mode}
          options={modesFor(may('deactivate', resource.path))}
          onChange={setMode}
        />
      )}
      {maySucceed(resource) && !extraFields && (mode === 'UPSERT' || mode === 'INSERT') && (
        <RadioList
          name="endReplaced"
          legend="When a new row overlaps an existing one with the same key"
          options={[
            ['REFUSE', 'Refuse the new row'],
            ['END', 'End the existing row the day before; a preview shows which'],
          ]}
        />
      )}
      {fromSap && (
        <RadioList
          name="origin"
          legend="Where the data comes from"
          options={[
            ['PORTAL', 'The portal: SAP columns of existing rows are not changed'],
            ['SAP', 'An extract from SAP: SAP columns are updated'],
          ]}
        />
      )}
      {mode !== 'SYNC' && (
        <RadioList
          name="onError"
          legend="When some rows have errors"
          options={[
            ['ALL_OR_NOTHING', 'Import nothing until all rows are valid'],
            ['SKIP_BAD_ROWS', 'Import the valid rows, skip the others'],
          ]}
        />
      )}
      <div>
        <Button type="primary" htmlType="submit" loading={busy}>
          <Icon name="upload" /> Check the file
        </Button>
      </div>
    </form>
  )
}

const modesFor = (deactivate: boolean): (readonly [WriteMode, string])[] => [
  ['UPSERT', 'Add new rows and update existing ones'],
  ['INSERT', 'Only add new rows'],
  ['UPDATE', 'Only update existing rows'],
  ...(deactivate ? ([['SYNC', 'Replace the list with the file: rows not in the file are closed']] as const) : []),
]
