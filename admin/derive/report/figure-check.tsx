import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { columnOf } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { ROWS } from '../../../resources/mis/group-table.ts'
import { partOf } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { queryFrom } from '../../shell/query.ts'
import { useAddress } from '../../shell/use-address.ts'
import { listRequest, readState } from '../list/list-state.ts'
import { valueText } from '../value-text.ts'
import { readWhy, WHY, type Why } from './why.ts'
import './report.css'

/** Compares the figure from which somebody came with the sum of the rows behind it, which are in the list below. */
export default function FigureCheck({ report }: { report: Resource }) {
  const why = useWhy(report)
  return why ? <Check report={report} why={why} /> : null
}

/** The figure of the address, as long as its filters stay; another page or order loses the parameter alone. */
function useWhy(report: Resource): Why | undefined {
  const [query] = useAddress()
  const held = useRef<{ text: string; of: string }>(undefined)
  const of = JSON.stringify([...query].filter(([key]) => /^[a-f]\./.test(key) || key === 'q'))
  const text = query.get(WHY)
  if (text !== null) held.current = { text, of }
  return held.current?.of === of ? readWhy(held.current.text, [ROWS, ...report.totals]) : undefined
}

function Check({ report, why }: { report: Resource; why: Why }) {
  const [address] = useAddress()
  const { filters, query } = listRequest(report, readState(report, address))
  const params = {
    ...queryFrom({ filters, pagination: { mode: 'off' } }),
    ...query,
    ...partOf({ most: 0, totals: true }),
  }
  const { data } = useQuery({
    queryKey: ['figure-check', report.path, params],
    queryFn: async () =>
      (await api.get<{ total: number; totals?: Record<string, number> }>(`/${report.path}`, { params })).data,
  })
  if (!data) return null
  const isCount = why.figure === ROWS
  const sum = isCount ? data.total : data.totals?.[why.figure]
  if (sum === undefined) return null
  const column = isCount ? undefined : columnOf(report, why.figure)!
  const text = (value: number) => (column ? valueText(column.field, value) : showNumber(value))
  const label = column?.label ?? 'Rows'
  const rows = (count: number) => `${showNumber(count)} ${count === 1 ? 'row' : 'rows'}`
  if (sum === why.value)
    return (
      <p className="notice-box figure-check" role="status">
        <Icon name="check" size={14} /> {label} <strong>{text(why.value)}</strong>
        {isCount ? ': these are the rows.' : `: the ${rows(data.total)} below sum to it.`}
      </p>
    )
  return (
    <p className="notice-box figure-check" role="status">
      {label} was <strong>{text(why.value)}</strong>
      {why.rows !== null && !isCount && ` in ${rows(why.rows)}`} where this link was made. The {rows(data.total)} that
      you may read now {isCount ? 'are below.' : `sum to ${text(sum)}.`} They have changed since, or you may read fewer
      of them.
    </p>
  )
}
