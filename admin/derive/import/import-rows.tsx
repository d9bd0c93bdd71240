import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../../resources/define/command.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer, listRows as listed } from '../../../resources/platform/commands/imports.ts'
import type { ImportVerdict } from '../../../resources/platform/imports/import-job-row.ts'
import { pageOf } from '../../http/asked.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { ask, at, keyOf } from '../command/ask.ts'
import { EndedRows } from './ended-rows.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportRowLine } from './import-row-line.tsx'

const SIZE = 20
const listRows = at<typeof listed>('GET import-rows')
type Kind = ImportVerdict | 'WARNED' | ''

/** The verdict on each row of the file: all rows, or those of one verdict, page by page. */
export function ImportRows({ resource, job }: { resource: Resource; job: ImportAnswer }) {
  const kinds = [
    ['', 'All', job.rowsTotal + job.closing],
    ['NEW', 'New', job.rowsNew],
    ['CHANGED', 'Changed', job.rowsChanged],
    ['SAME', 'Same', job.rowsSame],
    ['REJECTED', job.round ? 'Left out' : 'Rejected', job.rowsFailed],
    ['HELD', 'Held', job.held],
    ['CLOSED', job.endReplaced ? 'Ended' : 'Closed', job.closing],
    ['WARNED', 'With a warning', job.warned],
  ] as const
  const first =
    job.rowsFailed > 0
      ? 'REJECTED'
      : job.endReplaced && job.closing > 0
        ? 'CLOSED'
        : job.rowsChanged > 0
          ? 'CHANGED'
          : ''
  const [kind, setKind] = useState<Kind>(first)
  const choose = (value: Kind) => setKind(value)
  return (
    <section aria-labelledby="import-rows">
      <h2 id="import-rows" className="for-readers">
        Rows
      </h2>
      <fieldset className="verdicts">
        <legend className="for-readers">Which rows</legend>
        {kinds
          .filter(([value, , count]) => value === '' || count > 0)
          .map(([value, label, count]) => (
            <label key={value}>
              <input type="radio" name="verdict" checked={kind === value} onChange={() => choose(value)} /> {label} (
              {showNumber(count)})
            </label>
          ))}
      </fieldset>
      {kind === 'REJECTED' && !job.round ? (
        <ImportErrors job={job} />
      ) : (
        <JudgedRows key={kind} resource={resource} job={job} verdict={kind} />
      )}
    </section>
  )
}

function JudgedRows({ resource, job, verdict }: { resource: Resource; job: ImportAnswer; verdict: Kind }) {
  const [page, setPage] = useState(1)
  const query = { importJobId: job.id, verdict: verdict || null, ...pageOf(SIZE, page) }
  const { data, error, refetch } = useQuery<AnswerOf<typeof listed>, Refusal>({
    queryKey: keyOf(listRows, job.status, query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(listRows, query, {}, signal),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  return (
    <>
      <div className="table-scroll">
        {verdict === 'CLOSED' ? (
          <EndedRows resource={resource} rows={data.data} />
        ) : (
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col" className="number">
                  Row
                </th>
                <th scope="col">{resource.one.replace(/^./, letter => letter.toUpperCase())}</th>
                <th scope="col">Old → new</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map(row => (
                <ImportRowLine
                  key={row.id}
                  resource={resource}
                  row={row}
                  isMixed={verdict === '' || verdict === 'WARNED'}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className="list-foot">
        <span role="status">
          {showNumber(data.total)} {data.total === 1 ? 'row' : 'rows'}
        </span>
        {data.total > SIZE && (
          <Pagination current={page} pageSize={SIZE} total={data.total} showSizeChanger={false} onChange={setPage} />
        )}
      </div>
    </>
  )
}
