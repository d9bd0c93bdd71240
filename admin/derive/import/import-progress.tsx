import { lazy, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { Failure } from '../../shell/failure.tsx'
import { ImportButtons } from './import-buttons.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportConflicts } from './import-conflicts.tsx'
import { isDone, isRunning, useImportJob } from './import-job.ts'
import { ImportPath } from './import-path.tsx'
import { ImportRows } from './import-rows.tsx'
import { outcomeText, planSentences, roundSentence, roundTitle } from './import-words.ts'
import { RoundSummary } from './round-summary.tsx'

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
      <section className="import-state" aria-labelledby="import-state">
        <div className="import-head">
          {!job.round && <ImportPath at={job.status === 'MAPPING' ? 'Columns' : 'Check'} />}
          <h2 id="import-state" className="quiet">
            {job.round ? `${roundTitle(job.round)}: ${job.round.words}` : job.fileName} {job.jobNo}
          </h2>
        </div>
        {judged && job.rowsTotal > 0 && (
          <p className="import-outcome">{outcomeText(job, job.status !== 'VALIDATED')}</p>
        )}
        <p role="status">{job.round ? roundSentence(job, sentenceFor(job)) : sentenceFor(job)}</p>
        {job.error && job.status !== 'FAILED' && <p className="notice-box is-warning">{job.error}</p>}
        {isRunning(job.status) && (
          <progress className="progress" aria-label="Rows done" max={job.rowsTotal || 1} value={job.rowsDone} />
        )}
        {job.status === 'VALIDATED' && job.closing > 0 && <p className="import-says">{planSentences(job).join(' ')}</p>}
        {judged && job.round && <RoundSummary resource={resource} job={job} round={job.round} />}
        {judged && <Warnings job={job} />}
        {job.whatIf && (
          <Suspense>
            <CalculatedWhatIf answer={job.whatIf} />
          </Suspense>
        )}
      </section>
      {job.conflicts.length > 0 && <ImportConflicts job={job} />}
      {job.status === 'MAPPING' && job.sheet && (
        // Other headings have a mapping of their own: what was selected for the former ones would count as missing.
        <ImportColumns key={`${job.sheet.heading.rowNo}/${job.sheet.heading.rows}`} job={job} sheet={job.sheet} />
      )}
      {judged && job.rowsTotal > 0 && <ImportRows resource={resource} job={job} />}
      {job.status !== 'MAPPING' && (
        <div className="import-bar">
          <ImportButtons resource={resource} job={job} list={list} onAgain={onAgain} />
        </div>
      )}
    </>
  )
}

function sentenceFor(job: ImportAnswer): string {
  const rows = `${showNumber(job.rowsDone)} of ${showNumber(job.rowsTotal)} rows`
  switch (job.status) {
    case 'UPLOADED':
      return 'Queued. You can leave this page and come back.'
    case 'VALIDATING':
      return job.rowsTotal === 0 ? 'Reading the rows.' : `Checking: ${rows}.`
    case 'MAPPING':
      return 'Say what each column becomes, then the rows are checked.'
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
