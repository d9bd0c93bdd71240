import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { priceTimes } from '../../resources/define/amounts.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { rupees } from '../../resources/define/show.ts'
import { type MasterWithLines, masterWithLines } from '../../resources/masters/master-with-lines.ts'
import { useMay } from '../account/person.ts'
import { Cell } from '../derive/grid/cell.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import './lines.css'

const LinesEditor = lazy(async () => ({ default: (await import('./lines-editor.tsx')).LinesEditor }))

/** Quantities that the server calculates beside the declared columns. */
const beside: Readonly<Record<string, string>> = { reservedQty: 'Reserved', openQty: 'Open' }

/** The lines of a row; in a draft the table to change them. */
export default function LinesPanel({ resource, row }: { resource: Resource; row: ApiRow }) {
  const of = masterWithLines(resource.name)
  const may = useMay()
  const lines = (row.lines ?? []) as ApiRow[]
  const open = row.status === 'DRAFT' && row.isActive !== false && may('update', resource.path)
  const [editing, setEditing] = useState(open && lines.length === 0)
  return (
    <section className="panel" aria-labelledby="lines">
      <div className="panel-head">
        <h2 id="lines">Lines</h2>
        {open && !editing && <Button onClick={() => setEditing(true)}>Edit lines</Button>}
      </div>
      {editing && open ? (
        <Suspense fallback={<p role="status">Loading...</p>}>
          <LinesEditor of={of} header={row} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <LinesTable of={of} lines={lines} />
      )}
      {!open && row.status !== 'DRAFT' && may('update', resource.path) && (
        <p className="quiet">The lines can no longer be changed: copy the row to change them.</p>
      )}
    </section>
  )
}

function LinesTable({ of, lines }: { of: MasterWithLines; lines: readonly ApiRow[] }) {
  const { fields, list } = of.lines
  const columns = list.filter(name => name !== of.parent)
  const more = Object.keys(beside).filter(name => lines[0] && name in lines[0])
  const worth = (line: ApiRow) => priceTimes(line[of.price] as number, line[of.qty] as number)
  if (lines.length === 0) return <p className="quiet">There are no lines yet.</p>
  return (
    <div className="table-scroll">
      <table className="plain-table lines-table">
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col" className={fields[name]!.kind === 'number' ? 'is-number' : undefined}>
                {labelOf(name, fields[name]!)}
              </th>
            ))}
            {more.map(name => (
              <th key={name} scope="col" className="is-number">
                {beside[name]}
              </th>
            ))}
            <th scope="col" className="is-number">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              {columns.map(name => (
                <td
                  key={name}
                  data-label={labelOf(name, fields[name]!)}
                  className={fields[name]!.kind === 'number' ? 'is-number' : undefined}
                >
                  <Cell field={fields[name]!} value={line[name]} text={line.texts?.[name]} />
                </td>
              ))}
              {more.map(name => (
                <td key={name} data-label={beside[name]} className="is-number">
                  <Cell field={fields[of.qty]!} value={line[name]} />
                </td>
              ))}
              <td data-label="Value" className="is-number">
                {rupees(worth(line))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length + more.length}>
              Total
            </th>
            <td className="is-number">{rupees(lines.reduce((sum, line) => sum + worth(line), 0))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
