import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Field } from '../../../resources/define/fields.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { groupTable } from '../../../resources/mis/group-table.ts'
import { partOf } from '../../http/asked.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import { queryFrom } from '../../shell/query.ts'
import { ask } from '../command/ask.ts'
import { isRight } from '../grid/cell.tsx'
import { contentWidth, wordWidth } from '../list/column-widths.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { groupingOf, type ListState, listRequest, selectParams } from '../list/list-state.ts'
import { printWidths } from '../list/print-widths.ts'
import { type ApiRow, labelOfOption, textInRow, valueText } from '../value-text.ts'
import { groups, namesOf } from './use-groups.ts'
import '../grid/grid.css'
import './report.css'

/** So many rows come to paper at most; a sentence says so. */
const MOST_PRINTED = 2_000
const PAGE = 500

/** A table as it comes to paper. */
interface Sheet {
  heads: { label: string; field: Field }[]
  lines: string[][]
  totals: string[] | undefined
  says: string
}

interface Printed {
  resource: Resource
  state: ListState
  columns: readonly PlacedColumn[]
}

/**
 * Fetches every row of a list that its filters leave, not only the page on the screen, and prints them in place of
 * what the screen shows.
 */
export default function PrintedRows({ resource, state, columns, onDone }: Printed & { onDone: () => void }) {
  const [sheet, setSheet] = useState<Sheet>()
  // What is printed is what was shown when the button was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const grouping = groupingOf(resource, state)
    const read = grouping ? groupsSheet({ resource, state }, grouping) : rowsSheet({ resource, state, columns })
    read.then(setSheet, error => {
      showFailure('The rows cannot be printed', isRefusal(error) ? error.message : undefined)
      onDone()
    })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is on the page
  useEffect(() => {
    if (!sheet) return
    addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => removeEventListener('afterprint', onDone)
  }, [sheet])
  return sheet && createPortal(<SheetTable sheet={sheet} title={resource.title} />, document.querySelector('main')!)
}

const classOf = (field: Field) => (isRight(field) ? 'is-right' : undefined)

function SheetTable({ sheet: { heads, lines, totals, says }, title }: { sheet: Sheet; title: string }) {
  const textsAt = (at: number) => [...lines, ...(totals ? [totals] : [])].map(cells => cells[at]!)
  const paper = printWidths(
    heads.map((head, at) => ({ ...head, texts: textsAt(at) })),
    {
      word: ({ texts }) => wordWidth(texts),
      content: column => contentWidth(column, column.texts),
      label: text => wordWidth([text]),
    },
  )
  return (
    <section className="printed-rows" aria-label={`${title}, printed`}>
      <table className="grid" style={{ ['--paper' as string]: paper.scale }}>
        <colgroup>
          {paper.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <col key={at} style={{ ['--paper' as string]: part }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {heads.map(({ label, field }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={at} scope="col" className={classOf(field)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...lines, ...(totals ? [totals] : [])].map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <tr key={line} className={line === lines.length ? 'is-total' : undefined}>
              {cells.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={at} className={classOf(heads[at]!.field)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{says}</p>
    </section>
  )
}

async function rowsSheet({ resource, state, columns }: Printed): Promise<Sheet> {
  const shown = columns.filter(column => column.shown)
  const { filters, sorters, query } = listRequest(resource, state)
  const isSummed = shown.some(({ name }) => resource.totals.includes(name))
  const listQuery = { ...query, ...selectParams(resource, columns), ...partOf({ totals: isSummed }) }
  const rows: ApiRow[] = []
  let page: ListPage<ApiRow>
  do {
    const pagination = { currentPage: rows.length / PAGE + 1, pageSize: PAGE }
    const params = { ...queryFrom({ filters, sorters, pagination }), ...listQuery }
    page = (await api.get<ListPage<ApiRow>>(`/${resource.path}`, { params })).data
    rows.push(...page.data)
  } while (page.data.length === PAGE && rows.length < MOST_PRINTED)
  const { total, totals } = page
  const all = total > 10_000 ? '10,000+' : showNumber(total)
  const totalOf = ({ name, field }: PlacedColumn, at: number) =>
    totals && name in totals ? valueText(field, totals[name]) : at === 0 ? 'Total of all rows' : ''
  return {
    heads: shown,
    lines: rows.map(row => shown.map(({ name, field }) => textInRow(resource, row, name, field))),
    totals: totals && Object.keys(totals).length > 0 ? shown.map(totalOf) : undefined,
    says:
      rows.length < total
        ? `The first ${showNumber(rows.length)} of ${all} rows are printed: narrow the filter, or export them.`
        : `All ${showNumber(rows.length)} rows are printed.`,
  }
}

async function groupsSheet(
  { resource, state }: Pick<Printed, 'resource' | 'state'>,
  grouping: NonNullable<ReturnType<typeof groupingOf>>,
): Promise<Sheet> {
  const { filters, query } = listRequest(resource, state)
  const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, report: resource.path }
  const by = namesOf(grouping).join()
  const groupingQuery = { ...params, by }
  const data = await ask(groups, groupingQuery)
  const { dimensions, figures, lines, totals } = groupTable(resource, grouping, data, labelOfOption)
  const texts = (values: typeof totals) => values.map((value, at) => valueText(figures[at]!.field, value))
  const printed = lines.slice(0, MOST_PRINTED)
  return {
    heads: [...dimensions, ...figures],
    lines: printed.map(line => [
      ...line.keys.map(({ value, text }, at) => text ?? valueText(dimensions[at]!.field, value)),
      ...texts(line.figures),
    ]),
    totals: [...dimensions.map((_, at) => (at === 0 ? 'Total' : '')), ...texts(totals)],
    says:
      printed.length < lines.length
        ? `The first ${showNumber(printed.length)} of ${showNumber(lines.length)} groups are printed: narrow the filter, or export them.`
        : `All ${showNumber(printed.length)} groups are printed.`,
  }
}
