import { Link } from 'react-router'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { isDone } from './import-job.ts'
import { RollBackButton } from './import-roll-back.tsx'

/**
 * The rows of an import that somebody has edited or used since: each with a link, and a way to roll back the others.
 */
export function ImportConflicts({ job }: { job: ImportAnswer }) {
  return (
    <section className="panel" aria-labelledby="import-conflicts">
      <h2 id="import-conflicts">{isDone(job.status) ? 'Rows that block the roll-back' : 'Unchanged rows'}</h2>
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {job.conflicts.map(({ path, id, text, reason }) => (
              <tr key={`${path}/${id}`}>
                <td>
                  <Link to={`/${path}/show/${id}`}>{text}</Link>
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isDone(job.status) && (
        <p className="import-buttons">
          <RollBackButton job={job} leaveOut />
        </p>
      )}
    </section>
  )
}
