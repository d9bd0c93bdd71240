import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ShownChange } from '../../../resources/platform/history.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { Drawer } from '../../shell/drawer.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useAddress } from '../../shell/use-address.ts'
import { Cell } from '../grid/cell.tsx'
import { targetOf } from '../reference-texts.ts'
import { RowLink } from '../row-link.tsx'
import { ChangeTable } from '../show/change-table.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { readState } from './list-state.ts'
import '../show/show.css'

/** A row of a report with its details besides the columns. */
interface ReportDetails extends ApiRow {
  /** The change of a row of the resource at `path`. */
  change?: ShownChange & { path: string }
  /** The details of an event that changed no row. */
  said?: Record<string, unknown> | null
}

/** One row of a report with all its columns; for a change every field before and after. */
export default function ReportRow({
  report,
  id,
  onClose,
  more,
}: {
  report: Resource
  id: number
  onClose: () => void
  more: ((id: number) => ReactNode) | undefined
}) {
  const [address] = useAddress()
  const { on: asOn, filters } = readState(report, address)
  const chosen = Object.fromEntries(
    filters.flatMap(({ field, value }) => (field in (report.choices ?? {}) ? [[field, [value].flat()[0]]] : [])),
  )
  const { data: row, error } = useQuery<ReportDetails, Refusal>({
    queryKey: ['report row', report.path, id, asOn, chosen],
    queryFn: async () => (await api.get<ReportDetails>(`/${report.path}/${id}`, { params: { asOn, ...chosen } })).data,
  })
  return (
    <Drawer
      open
      onClose={onClose}
      width="min(640px, 100vw)"
      title={row ? rowText(report, row) : report.title}
      closable={{ 'aria-label': 'Close' }}
    >
      {error && <p role="alert">{error.message}</p>}
      {!row && !error && <p role="status">Loading...</p>}
      {row && <Columns report={report} row={row} />}
      {row?.change && <Changed row={row} change={row.change} />}
      {row?.said && <EventDetails said={row.said} />}
      {row && more?.(id)}
    </Drawer>
  )
}

const Columns = ({ report, row }: { report: Resource; row: ReportDetails }) => (
  <dl className="facts">
    {Object.entries(report.fields)
      .filter(([name]) => row[name] !== null && row[name] !== undefined && row[name] !== '')
      .map(([name, field]) => (
        <div key={name} className="fact">
          <dt>{labelOf(name, field)}</dt>
          <dd>
            <RowLink target={field.to === undefined ? undefined : targetOf(report, field.to)} id={row[name]}>
              <Cell field={field} value={row[name]} text={row.texts?.[name]} />
            </RowLink>
          </dd>
        </div>
      ))}
  </dl>
)

function Changed({ row, change }: { row: ReportDetails; change: ShownChange & { path: string } }) {
  const may = useMay()
  const resource = resourceAt(change.path)
  if (!resource) return null
  return (
    <section className="beside" aria-labelledby="changed">
      <h2 id="changed">What changed in {resource.title}</h2>
      <ChangeTable resource={resource} change={change} />
      {resource.kind === 'master' && may('read', resource.path) && (
        <p>
          <Link to={pathOf.show(resource, Number(row.entityId))}>Open the row</Link>
        </p>
      )}
    </section>
  )
}

const EventDetails = ({ said }: { said: Record<string, unknown> }) => (
  <section className="beside" aria-labelledby="said">
    <h2 id="said">All details</h2>
    <dl className="facts">
      {Object.entries(said).map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{labelOf(name, {})}</dt>
          <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
