import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { columnOf } from '../../../resources/columns.ts'
import type { AsOf } from '../../../resources/define/list-page.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { Grouping, Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { type GroupLine, type GroupTable, groupTable, ROWS } from '../../../resources/mis/group-table.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { queryFrom } from '../../shell/query.ts'
import AsOfNote from '../list/as-of-note.tsx'
import { type ListState, listRequest, writeState } from '../list/list-state.ts'
import { labelOfOption, valueText } from '../value-text.ts'
import { narrowedTo } from './drill-down.ts'
import { WHY, writeWhy } from './why.ts'
import '../grid/plain-grid.css'
import './report.css'

const PAGE = 50

/** The groups of a report with their figures; each leads to its rows. */
export default function GroupedTable({
  resource,
  state,
  grouping,
}: {
  resource: Resource
  state: ListState
  grouping: Grouping
}) {
  const { filters, query } = listRequest(resource, state)
  const names = [...grouping.by, ...(grouping.across ? [grouping.across] : [])]
  const params = {
    ...queryFrom({ filters, pagination: { mode: 'off' } }),
    ...query,
    report: resource.path,
    by: names.join(),
  }
  const { data, error, refetch } = useQuery<GroupedRows & AsOf, Refusal>({
    queryKey: ['report-groups', params],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.get<GroupedRows & AsOf>('/report-groups', { params, signal })).data,
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  // While another grouping loads, the former answer has other keys.
  if (data.groups.some(({ keys }) => keys.length !== names.length)) return <p role="status">Loading...</p>
  if (data.groups.length === 0) return <p className="notice-box">No row matches the filters.</p>
  return (
    <>
      {data.asOf && <AsOfNote asOf={data.asOf} />}
      <Groups key={names.join()} table={groupTable(resource, grouping, data)} {...{ resource, state, grouping }} />
    </>
  )
}

interface Figure {
  figure: string
  value: number
  /** The rows that it sums, where the table tells them. */
  count: number | null
}

function Groups(shown: { resource: Resource; state: ListState; grouping: Grouping; table: GroupTable }) {
  const { resource, state, grouping, table } = shown
  const [page, setPage] = useState(1)
  const { dimensions, figures, lines, totals } = table
  // The heads across are the values of a column, options in its code.
  const across = grouping.across === undefined ? undefined : columnOf(resource, grouping.across)!.field
  const headOf = (label: string, at: number) =>
    across?.kind === 'choice' && at < table.across!.length ? labelOfOption(across, label) : label
  const rowsOf = (keys: GroupLine['keys'], across?: number) => {
    const values = keys.map(({ value }, at) => ({ name: grouping.by[at]!, value }))
    const beside = across !== undefined && grouping.across !== undefined && across < table.across!.length
    const also = beside ? [{ name: grouping.across!, value: table.across![across]! }] : []
    return narrowedTo(resource, state, [...values, ...also])
  }
  const linkTo = (rows: ListState) => `?${writeState(rows)}`
  /** To the rows behind a figure, with the figure, so that their sum is compared with it. */
  const whyLink = (rows: ListState, { figure, value, count }: Figure) =>
    `${linkTo(rows)}&${WHY}=${writeWhy({ figure, value, rows: count })}`
  const isSum = (name: string) => name === ROWS || resource.totals.includes(name)
  const countOf = (values: GroupLine['figures']) => {
    const rows = table.across ? null : values[figures.findIndex(({ name }) => name === ROWS)]
    return typeof rows === 'number' ? rows : null
  }
  const figureName = (at: number) => (table.across ? (grouping.of ?? ROWS) : figures[at]!.name)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways */}
      <section className="table-scroll" tabIndex={0} aria-label={`${resource.title}, grouped`}>
        <table className="plain-table plain-grid grouped-table">
          <thead>
            <tr>
              {dimensions.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
              {figures.map(({ name, label, field }, at) => (
                <th key={name} scope="col" className={field.kind === 'number' ? 'is-number' : undefined}>
                  {headOf(label, at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice((page - 1) * PAGE, page * PAGE).map(({ keys, figures: values }) => (
              <tr key={keys.map(({ value }) => value).join()}>
                {keys.map(({ value, text }, at) => (
                  <td key={dimensions[at]!.name}>
                    {at === 0 ? (
                      <Link to={linkTo(rowsOf(keys))}>{keyText(value, text, at)}</Link>
                    ) : (
                      keyText(value, text, at)
                    )}
                  </td>
                ))}
                {values.map((value, at) => (
                  <td key={figures[at]!.name} className={classOf(at)}>
                    {typeof value === 'number' && isSum(figureName(at)) ? (
                      <Link
                        to={whyLink(rowsOf(keys, at), { figure: figureName(at), value, count: countOf(values) })}
                        title="Show the rows behind it"
                      >
                        {figureText(value, at)}
                      </Link>
                    ) : table.across && value !== null ? (
                      <Link to={linkTo(rowsOf(keys, at))}>{figureText(value, at)}</Link>
                    ) : (
                      figureText(value, at)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals.some(value => value !== null) && (
            <tfoot>
              <tr>
                {dimensions.map(({ name }, at) => (
                  <td key={name}>{at === 0 && 'Total'}</td>
                ))}
                {totals.map((value, at) => (
                  <td key={figures[at]!.name} className={classOf(at)}>
                    {typeof value === 'number' && isSum(figureName(at)) ? (
                      <Link
                        to={whyLink(totalRows(at), { figure: figureName(at), value, count: countOf(totals) })}
                        title="Show the rows behind it"
                      >
                        {figureText(value, at)}
                      </Link>
                    ) : (
                      figureText(value, at)
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      <div className="list-foot">
        <span role="status">
          {showNumber(lines.length)} {lines.length === 1 ? 'group' : 'groups'}
        </span>
        {lines.length > PAGE && (
          <Pagination current={page} pageSize={PAGE} total={lines.length} showSizeChanger={false} onChange={setPage} />
        )}
      </div>
    </>
  )

  /** The rows of a total: all, or those with the value of its column across. */
  function totalRows(at: number): ListState {
    const beside = table.across !== undefined && grouping.across !== undefined && at < table.across.length
    return narrowedTo(resource, state, beside ? [{ name: grouping.across!, value: table.across![at]! }] : [])
  }
  function keyText(value: unknown, text: string | null, at: number) {
    return text ?? valueText(dimensions[at]!.field, value)
  }
  function figureText(value: GroupLine['figures'][number], at: number) {
    return value === null ? '' : valueText(figures[at]!.field, value)
  }
  function classOf(at: number) {
    return figures[at]!.field.kind === 'number' ? 'is-number' : undefined
  }
}
