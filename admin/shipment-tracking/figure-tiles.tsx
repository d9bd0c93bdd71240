import './dashboard/dashboard.css'

/** Figures as tiles, each with its name and what it counts. */
export function FigureTiles({ tiles }: { tiles: readonly (readonly [label: string, value: string, hint: string])[] }) {
  return (
    <dl className="tracking-tiles">
      {tiles.map(([label, value, hint]) => (
        <div key={label} className="panel tracking-tile">
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <span className="quiet">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
