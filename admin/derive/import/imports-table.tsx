import { Link } from 'react-router'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { momentText, optionText } from '../value-text.ts'
import { isDone } from './import-job.ts'
import { RollBackButton } from './import-roll-back.tsx'
import { roundTitle } from './import-words.ts'

/** Imports, newest first: file, person, time and outcome; each can be opened, downloaded and rolled back. */
export function ImportsTable({ jobs, into = false }: { jobs: readonly ImportAnswer[]; into?: boolean }) {
  return (
    <div className="table-scroll">
      <table className="plain-table is-stacked">
        <thead>
          <tr>
            <th scope="col">Import</th>
            {into && <th scope="col">Into</th>}
            <th scope="col">By</th>
            <th scope="col" className="number">
              New
            </th>
            <th scope="col" className="number">
              Changed
            </th>
            <th scope="col" className="number">
              Rejected
            </th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="for-readers">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(job => (
            <tr key={job.id}>
              <td data-label="Import">
                <Link to={`/${job.resource}/import?job=${job.id}`}>{job.jobNo}</Link>
                <br />
                {job.round ? (
                  `${roundTitle(job.round)}: ${job.round.words}`
                ) : (
                  <a href={`/api/imports/${job.id}/file`} download>
                    {job.fileName}
                  </a>
                )}
              </td>
              {into && <td data-label="Into">{job.title}</td>}
              <td data-label="By">
                {job.requestedBy}
                <br />
                <time dateTime={job.createdAt} className="quiet">
                  {momentText(job.createdAt)}
                </time>
              </td>
              <td className="number" data-label="New">
                {showNumber(job.rowsNew)}
              </td>
              <td className="number" data-label="Changed">
                {showNumber(job.rowsChanged)}
              </td>
              <td className="number" data-label="Rejected">
                {showNumber(job.rowsFailed)}
              </td>
              <td data-label="Status">{statusOf(job)}</td>
              <td>{isDone(job.status) && <RollBackButton job={job} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const WAITING: Partial<Record<ImportAnswer['status'], string>> = {
  MAPPING: 'Columns to map',
  VALIDATED: 'Checked, not imported',
}

function statusOf({ status, error, conflicts, round }: ImportAnswer): string {
  const text = round && status === 'VALIDATED' ? 'Previewed, not confirmed' : (WAITING[status] ?? optionText(status))
  return isDone(status) && conflicts.length > 0 && error ? `${text}. ${error}` : text
}
