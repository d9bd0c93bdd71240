import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Grouping, Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { type GroupLine, type GroupTable, groupTable, ROWS } from '../../../resources/mis/group-table.ts'
import { Empty } from '../../shell/empty.tsx'
import { Failure } from '../../shell/failure.tsx'
import { showWholeText } from '../grid/whole-text.ts'
import AsOfNote from '../list/as-of-note.tsx'
import { type ListState, writeState } from '../list/list-state.ts'
import { labelOfOption, valueText } from '../value-text.ts'
import { narrowedTo } from './drill-down.ts'
import { namesOf, useGroups } from './use-groups.ts'
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
  const names = namesOf(grouping)
  const { data, error, refetch } = useGroups(resource, state, names)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  if (data.groups.length === 0) return <Empty kind="figures" text="No rows match the filters." />
  return (
    <>
      <Groups
        key={names.join()}
        table={groupTable(resource, grouping, data, labelOfOption)}
        {...{ resource, state, grouping }}
      />
      {data.asOf && <AsOfNote asOf={data.asOf} />}
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
        <table
          className="plain-table plain-grid grouped-table is-one-line"
          onPointerOver={event => showWholeText(event.target)}
        >
          <thead>
            <tr>
              {dimensions.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
              {figures.map(({ name, label, field }) => (
                <th key={name} scope="col" className={field.kind === 'number' ? 'is-number' : undefined}>
                  {label}
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
