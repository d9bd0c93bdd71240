import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../../resources/define/command.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer, listFaults as listed } from '../../../resources/platform/commands/imports.ts'
import { pageOf } from '../../http/asked.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { ask, at, keyOf } from '../command/ask.ts'

const SIZE = 20
const listFaults = at<typeof listed>('GET import-errors')

/** All errors in the rows of a file, by the row numbers of the sheet, and a download of the rejected rows. */
export function ImportErrors({ job }: { job: ImportAnswer }) {
  const [page, setPage] = useState(1)
  const query = { importJobId: job.id, ...pageOf(SIZE, page) }
  const { data, error, refetch } = useQuery<AnswerOf<typeof listed>, Refusal>({
    queryKey: keyOf(listFaults, job.status, query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(listFaults, query, {}, signal),
  })
  return (
    <>
      <p>
        <a href={`/api/imports/${job.id}/errors`} download>
          <Icon name="download" /> Download the rejected rows
        </a>{' '}
        {job.held > 0 && 'and those held back with them '}
        to correct them and import only them: each row shows its errors.
      </p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div className="table-scroll">
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col" className="number">
                    Row
                  </th>
                  <th scope="col">Column</th>
                  <th scope="col">Value</th>
                  <th scope="col">What is wrong</th>
                </tr>
              </thead>
              <tbody>
                {data.data.map((fault, index) => (
                  <tr key={fault.id ?? index}>
                    <td className="number">{fault.rowNo || ''}</td>
                    <td>{fault.columnName}</td>
                    <td>{fault.value}</td>
                    <td>{fault.message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="list-foot">
            <span role="status">
              {showNumber(data.total)} {data.total === 1 ? 'fault' : 'faults'}
            </span>
            {data.total > SIZE && (
              <Pagination
                current={page}
                pageSize={SIZE}
                total={data.total}
                showSizeChanger={false}
                onChange={setPage}
              />
            )}
          </div>
        </>
      )}
    </>
  )
}
