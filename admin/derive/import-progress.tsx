import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import { showNumber } from '../../resources/define/show.ts'
import { isRefusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { failed } from '../shell/notices.ts'
import { ImportErrors } from './import-errors.tsx'
import { type ImportJob, isRunning, useImportJob, useImportStep } from './import-job.ts'
import { pathOf } from './screens.ts'

/** An import on its way: how far it is, what it would do, and the step that is next. */
export function ImportProgress({ resource, id, onAgain }: { resource: Resource; id: number; onAgain: () => void }) {
  const { data: job, error, refetch } = useImportJob(id)
  if (error && !job) return <Failure error={error} onRetry={() => void refetch()} />
  if (!job) return <p role="status">Loading...</p>
  return (
    <>
      <section className="panel" aria-labelledby="import-state">
        <h2 id="import-state">
          {job.fileName} <span className="quiet">{job.jobNo}</span>
        </h2>
        <p role="status">{sentenceFor(job)}</p>
        {isRunning(job.status) && (
          <progress className="progress" aria-label="Rows done" max={job.rowsTotal || 1} value={job.rowsDone} />
        )}
        {!isRunning(job.status) && job.rowsTotal > 0 && <Counts job={job} />}
        <Warnings job={job} />
        <Steps resource={resource} job={job} onAgain={onAgain} />
      </section>
      {!isRunning(job.status) && job.rowsFailed > 0 && <ImportErrors job={job} />}
    </>
  )
}

function sentenceFor(job: ImportJob): string {
  const rows = `${showNumber(job.rowsDone)} of ${showNumber(job.rowsTotal)} rows`
  switch (job.status) {
    case 'UPLOADED':
      return 'Waiting for its turn. You can leave this page and come back.'
    case 'VALIDATING':
      return `Checking: ${rows}.`
    case 'COMMITTING':
      return `Importing: ${rows}.`
    case 'VALIDATED':
      return 'Checked. Nothing is changed yet.'
    case 'DONE':
      return 'Imported.'
    case 'DONE_WITH_ERRORS':
      return `Imported. Rejected rows: ${showNumber(job.rowsFailed)}.`
    case 'CANCELLED':
      return 'Cancelled. Nothing was changed.'
    case 'FAILED':
      return job.error || 'The file could not be imported. Nothing was changed.'
  }
}

function Counts({ job }: { job: ImportJob }) {
  const counts = [
    ['New', job.rowsNew],
    ['Changed', job.rowsChanged],
    ['Same as before', job.rowsSame],
    ['Rejected', job.rowsFailed],
  ] as const
  return (
    <dl className="counts">
      {counts.map(([label, count]) => (
        <div key={label} className={label === 'Rejected' && count > 0 ? 'is-bad' : undefined}>
          <dt>{label}</dt>
          <dd>{showNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Warnings({ job }: { job: ImportJob }) {
  // The server's own sentences say which columns are missing or unknown.
  const lines = job.warnings?.length ? job.warnings : columnWarnings(job)
  if (lines.length === 0) return null
  return (
    <ul className="notice-box is-warning">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function columnWarnings({ missingColumns = [], unknownColumns = [] }: ImportJob): string[] {
  const named = (columns: readonly string[]) => columns.map(column => `«${column}»`).join(', ')
  return [
    ...(missingColumns.length > 0 ? [`These required columns are missing: ${named(missingColumns)}.`] : []),
    ...(unknownColumns.length > 0 ? [`These columns are not known and are left out: ${named(unknownColumns)}.`] : []),
  ]
}

function Steps({ resource, job, onAgain }: { resource: Resource; job: ImportJob; onAgain: () => void }) {
  const take = useImportStep(job.id)
  const [busy, setBusy] = useState(false)
  const good = job.rowsNew + job.rowsChanged
  const blocked = job.rowsFailed > 0 && job.onError !== 'SKIP_BAD_ROWS'

  async function step(which: 'commit' | 'cancel') {
    setBusy(true)
    try {
      await take(which)
    } catch (error) {
      failed(isRefusal(error) ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  if (isRunning(job.status)) return null
  if (job.status !== 'VALIDATED') {
    return (
      <p className="import-buttons">
        <ButtonLink type="primary" to={pathOf.list(resource)}>
          To the list
        </ButtonLink>
        <Button onClick={onAgain}>Import another file</Button>
      </p>
    )
  }
  return (
    <>
      {blocked && (
        <p className="import-blocked">
          Nothing is imported while rows are rejected. Put them right and send the file again, or send it with «Import
          the right rows, leave out the others».
        </p>
      )}
      {!blocked && good === 0 && (
        <p className="import-blocked">No row is new or changed: there is nothing to import.</p>
      )}
      <p className="import-buttons">
        {!blocked && good > 0 && (
          <Button type="primary" loading={busy} onClick={() => void step('commit')}>
            Import {showNumber(good)} {good === 1 ? 'row' : 'rows'}
          </Button>
        )}
        {blocked || good === 0 ? <Button onClick={onAgain}>Choose another file</Button> : null}
        <Button disabled={busy} onClick={() => void step('cancel')}>
          Cancel the import
        </Button>
      </p>
    </>
  )
}
