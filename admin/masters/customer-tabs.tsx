import { Button, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { SentOf } from '../../resources/define/command.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { listTab } from '../../resources/masters/commands.ts'
import { type Tab, tabs } from '../../resources/masters/customer-360.ts'
import { useMay } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Cell, isRight } from '../derive/grid/cell.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import './lines.css'

const DayInput = lazy(() => import('../derive/form/day-input.tsx'))

/** The customer's transactions in a range of days, by kind; each tab can be exported. */
export function CustomerTabs({ customerId, shown }: { customerId: number; shown: readonly string[] }) {
  const [range, setRange] = useState<{ from: string | null; to: string | null }>({ from: null, to: null })
  const open = tabs.filter(({ key }) => shown.includes(key))
  if (open.length === 0) return null
  return (
    <section className="panel" aria-label="Details">
      <Suspense fallback={null}>
        <div className="tab-range">
          {(['from', 'to'] as const).map(side => (
            <span key={side}>
              <label htmlFor={`range-${side}`}>{side === 'from' ? 'From' : 'To'}</label>{' '}
              <DayInput
                id={`range-${side}`}
                value={range[side]}
                onChange={day => setRange(old => ({ ...old, [side]: day }))}
              />
            </span>
          ))}
        </div>
      </Suspense>
      <Tabs
        destroyOnHidden
        items={open.map(tab => ({
          key: tab.key,
          label: tab.title,
          children: <TabRows tab={tab} params={{ customerId, tab: tab.key, ...range }} />,
        }))}
      />
    </section>
  )
}

function TabRows({ tab, params }: { tab: Tab; params: SentOf<typeof listTab> }) {
  const { error, refetch, ...answer } = useAsk(at<typeof listTab>('GET customer-360-tab'), params)
  const data = answer.data as readonly ApiRow[] | undefined
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  if (data.length === 0) return <p className="quiet">Nothing in this period.</p>
  const { fields } = tab.resource
  const columns = tab.columns.filter(name => name in data[0]!)
  const filledParams = Object.entries(params).filter(([, value]) => value !== null)
  const sheet = new URLSearchParams(filledParams.map(([name, value]) => [name, String(value)]))
  return (
    <>
      <div className="table-scroll">
        <table className="plain-table lines-table">
          <thead>
            <tr>
              {columns.map(name => (
                <th key={name} scope="col" className={isRight(fields[name]!) ? 'is-number' : undefined}>
                  {labelOf(name, fields[name]!)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(row => (
              <tr key={row.id}>
                {columns.map((name, place) => (
                  <td
                    key={name}
                    data-label={labelOf(name, fields[name]!)}
                    className={isRight(fields[name]!) ? 'is-number' : undefined}
                  >
                    <FirstCellLink tab={tab} row={row} first={place === 0}>
                      <Cell field={fields[name]!} value={row[name]} text={row.texts?.[name]} />
                    </FirstCellLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="tab-sheet">
        <Button href={`/api/sheets/customer-360?${sheet}`} download>
          <Icon name="download" /> Excel
        </Button>
      </p>
    </>
  )
}

/** Makes the first column a link to the row, where it has a page. */
function FirstCellLink(cell: { tab: Tab; row: ApiRow; first: boolean; children: React.ReactNode }) {
  const { tab, row, first, children } = cell
  const may = useMay()
  const page = pageOf[tab.key]
  if (!first || !page || (page.needs && !may('read', page.needs))) return children
  return <Link to={page.path(tab, row.id)}>{children}</Link>
}

/** The page of a row of a tab; an invoice is opened by the passport of its dispatch. */
const pageOf: Record<string, { path: (tab: Tab, id: number) => string; needs?: string }> = {
  orders: { path: (_, id) => `/orders/order-history/${id}` },
  invoices: { path: (_, id) => `/dispatches/invoice/${id}`, needs: 'invoices' },
  lrs: { path: (_, id) => `/dispatches/lr/${id}`, needs: 'lrs' },
  contracts: { path: (tab, id) => `/${tab.resource.path}/show/${id}` },
}
