import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { isRefusal } from '../shell/api.ts'
import { Icon } from '../shell/icons.tsx'
import { type ImportJob, type OnError, type Origin, startImport } from './import-job.ts'

const MOST = 10 * 1024 * 1024

/** The first step of an import: which file, whose data it holds, and what to do with rows that are not right. */
export function ImportFile({ resource, onStarted }: { resource: Resource; onStarted: (job: ImportJob) => void }) {
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const fromSap = Object.values(resource.fields).some(field => field.sap)
  const template = (format: string) => `/api/templates/${resource.path}?format=${format}`
  const key = resource.key.map(name => labelOf(name, resource.fields[name]!)).join(', ')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const file = said.get('file')
    if (!(file instanceof File) || file.size === 0) return setWrong('Choose a file first.')
    if (!/\.(xlsx|csv)$/i.test(file.name)) return setWrong('The file must be an Excel workbook (.xlsx) or a CSV file.')
    if (file.size > MOST) return setWrong('The file must be at most 10 MB.')
    setBusy(true)
    setWrong('')
    try {
      const origin = (said.get('origin') ?? 'PORTAL') as Origin
      onStarted(await startImport({ file, resource: resource.path, origin, onError: said.get('onError') as OnError }))
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <form className="panel import-form" onSubmit={submit} noValidate>
      <p>
        Start from the template: <a href={template('xlsx')}>Excel</a> or <a href={template('csv')}>CSV</a>. A row whose{' '}
        {key} is already there is changed, any other is new.
      </p>
      <div className="field">
        <label className="field-label" htmlFor="file">
          File (.xlsx or .csv, at most 10 MB and 20,000 rows)
        </label>
        <input
          id="file"
          name="file"
          type="file"
          accept=".xlsx,.csv"
          aria-invalid={wrong ? true : undefined}
          aria-describedby="file-error"
        />
        <span id="file-error" className="field-error" role="alert">
          {wrong}
        </span>
      </div>
      {fromSap && (
        <Choice
          name="origin"
          legend="Where the data comes from"
          options={[
            ['PORTAL', 'The portal: columns kept by SAP are left alone for rows that are already there'],
            ['SAP', 'An extract from SAP: columns kept by SAP are taken over'],
          ]}
        />
      )}
      <Choice
        name="onError"
        legend="When some rows are not right"
        options={[
          ['ALL_OR_NOTHING', 'Import nothing until every row is right'],
          ['SKIP_BAD_ROWS', 'Import the right rows, leave out the others'],
        ]}
      />
      <div>
        <Button type="primary" htmlType="submit" loading={busy}>
          <Icon name="upload" /> Check the file
        </Button>
      </div>
    </form>
  )
}

function Choice(choice: { name: string; legend: string; options: readonly (readonly [string, string])[] }) {
  return (
    <fieldset className="radio-list">
      <legend>{choice.legend}</legend>
      {choice.options.map(([value, label], index) => (
        <label key={value}>
          <input type="radio" name={choice.name} value={value} defaultChecked={index === 0} /> {label}
        </label>
      ))}
    </fieldset>
  )
}
