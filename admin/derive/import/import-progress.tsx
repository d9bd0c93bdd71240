import { lazy, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { Failure } from '../../shell/failure.tsx'
import { ImportButtons } from './import-buttons.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportConflicts } from './import-conflicts.tsx'
import { isDone, isRunning, useImportJob } from './import-job.ts'
import { ImportRows } from './import-rows.tsx'
import { planSentences, rowsText } from './import-words.ts'

const CalculatedWhatIf = lazy(async () => ({ default: (await import('../action/what-if.tsx')).CalculatedWhatIf }))

interface Progress {
  resource: Resource
  /** Where the rows are shown afterwards. */
  list: string
  id: number
  onAgain: () => void
}

/** A running import: its progress, what it would do, and the next step. */
export function ImportProgress({ resource, list, id, onAgain }: Progress) {
  const { data: job, error, refetch } = useImportJob(id)
  if (error && !job) return <Failure error={error} onRetry={() => void refetch()} />
  if (!job) return <p role="status">Loading...</p>
  const judged = job.status === 'VALIDATED' || isDone(job.status) || job.status === 'ROLLED_BACK'
  return (
    <>
      <section className="panel" aria-labelledby="import-state">
        <h2 id="import-state">
          {job.fileName} <span className="quiet">{job.jobNo}</span>
        </h2>
        <p role="status">{sentenceFor(job)}</p>
        {job.error && job.status !== 'FAILED' && <p className="notice-box is-warning">{job.error}</p>}
        {isRunning(job.status) && (
          <progress className="progress" aria-label="Rows done" max={job.rowsTotal || 1} value={job.rowsDone} />
        )}
        {judged && job.rowsTotal > 0 && <Counts job={job} />}
        {job.status === 'VALIDATED' && job.closing > 0 && <p className="import-says">{planSentences(job).join(' ')}</p>}
        {judged && <Warnings job={job} />}
        {job.whatIf && (
          <Suspense>
            <CalculatedWhatIf answer={job.whatIf} />
          </Suspense>
        )}
        {job.status !== 'MAPPING' && <ImportButtons resource={resource} job={job} list={list} onAgain={onAgain} />}
      </section>
      {job.conflicts.length > 0 && <ImportConflicts job={job} />}
      {job.status === 'MAPPING' && job.sheet && (
        // Other headings have a mapping of their own: what was selected for the former ones would count as missing.
        <ImportColumns key={`${job.sheet.heading.rowNo}/${job.sheet.heading.rows}`} job={job} sheet={job.sheet} />
      )}
      {judged && job.rowsTotal > 0 && <ImportRows resource={resource} job={job} />}
    </>
  )
}

function sentenceFor(job: ImportAnswer): string {
  const rows = `${showNumber(job.rowsDone)} of ${showNumber(job.rowsTotal)} rows`
  switch (job.status) {
    case 'UPLOADED':
      return 'Queued. You can leave this page and come back.'
    case 'VALIDATING':
      return `Checking: ${rows}.`
    case 'MAPPING':
      return `Read: ${rowsText(job.rowsTotal)}. Map the columns, then the rows are checked.`
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
    case 'ROLLING_BACK':
      return `Rolling back: ${rows}.`
    case 'ROLLED_BACK':
      return 'Rolled back: the rows are as they were before.'
    case 'FAILED':
      return job.error || 'The file could not be imported. Nothing was changed.'
  }
}

function Counts({ job }: { job: ImportAnswer }) {
  const counts = [
    ['Rows in the file', job.rowsTotal],
    ['New', job.rowsNew],
    ['Changed', job.rowsChanged],
    ['Same as before', job.rowsSame],
    ['Rejected', job.rowsFailed],
    ...(job.held > 0 ? [['Held', job.held] as const] : []),
    ...(job.warned > 0 ? [['With a warning', job.warned] as const] : []),
    ...(job.mode === 'SYNC' ? [['Closed', job.closing] as const] : []),
    ...(job.endReplaced ? [['Ended', job.closing] as const] : []),
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

/** The server's sentences about missing and unknown columns. */
function Warnings({ job }: { job: ImportAnswer }) {
  if (job.warnings.length === 0) return null
  return (
    <ul className="notice-box is-warning">
      {job.warnings.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
