import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { PlainGrid } from '../grid/plain-grid.tsx'
import { saveChart } from './chart-png.ts'
import './chart.css'

/** A chart in a panel, with one sentence of what it shows, the same figures as a table, and the chart as a picture. */
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
  const figure = useRef<HTMLElement>(null)
  return (
    <section className={panel.isWide ? 'panel chart-panel is-wide' : 'panel chart-panel'} aria-labelledby={id}>
      <div className="chart-head">
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <span className="chart-buttons">
            {!asTable && (
              <Button size="small" onClick={() => void saveChart(figure, title)}>
                Save as PNG
                <span className="for-readers">: {title}</span>
              </Button>
            )}
            <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Show as chart' : 'Show as table'}
              <span className="for-readers">: {title}</span>
            </Button>
          </span>
        )}
      </div>
      <p className="quiet">{says}</p>
      {rows.length > 0 &&
        (asTable ? (
          <PlainGrid label={title} rows={rows} columns={columns} />
        ) : (
          <figure ref={figure}>{panel.children}</figure>
        ))}
    </section>
  )
}
