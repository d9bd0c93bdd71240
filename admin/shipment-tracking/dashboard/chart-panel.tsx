import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'

/** A chart in a panel, with one sentence of what it shows, and the same figures as a table. */
export function ChartPanel<Row extends { id: number }>(panel: {
  id: string
  title: string
  /** What the chart shows, in a sentence. */
  says: string
  rows: readonly Row[]
  columns: Parameters<typeof PlainGrid<Row>>[0]['columns']
  isWide?: boolean
  children: ReactNode
}) {
  const { id, title, says, rows, columns } = panel
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={panel.isWide ? 'panel tracking-chart is-wide' : 'panel tracking-chart'} aria-labelledby={id}>
      <div className="tracking-chart-head">
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
            <span className="for-readers">: {title}</span>
          </Button>
        )}
      </div>
      <p className="quiet">{says}</p>
      {rows.length > 0 &&
        (asTable ? <PlainGrid label={title} rows={rows} columns={columns} /> : <figure>{panel.children}</figure>)}
    </section>
  )
}
