import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { same, type Values } from './form-fields.ts'
import { useHistory } from './use-history.ts'
import { Value } from './value.tsx'
import { type ApiRow, momentText } from './value-text.ts'
import './show.css'

/** Somebody saved the row while it was being edited: what they changed beside what stands here, and the choice. */
export function StaleRow(stale: {
  resource: Resource
  base: Values
  mine: Values
  theirs: ApiRow
  onLoadTheirs: () => void
  onKeepMine: () => void
}) {
  const { resource, base, mine, theirs } = stale
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { data: history } = useHistory(resource, theirs.id, theirs.rowVersion)
  const who = history?.[0]?.actor ?? 'Somebody else'
  const changed = Object.keys(resource.fields).filter(
    name => !resource.fields[name]!.secret && !same(base[name], theirs[name]),
  )
  const cell = (row: Values, name: string) => (
    <Value
      resource={resource}
      field={resource.fields[name]}
      value={row[name]}
      text={row === theirs ? theirs.texts?.[name] : undefined}
    />
  )
  return (
    <div ref={box} tabIndex={-1} className="notice-box is-warning fault-summary" role="alert">
      <p>
        <strong>{who}</strong> saved this row on {momentText(theirs.updatedAt)}, while you were changing it.
      </p>
      <div className="table-scroll wide">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">Theirs</th>
              <th scope="col">On your screen</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(name => (
              <tr key={name}>
                <th scope="row">{labelOf(name, resource.fields[name]!)}</th>
                <td>{cell(base, name)}</td>
                <td>{cell(theirs, name)}</td>
                <td>{same(mine[name], base[name]) ? <span className="quiet">not changed</span> : cell(mine, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">Keeping yours changes only what you changed; everything else stays as they saved it.</p>
      <span className="notice-actions">
        <Button onClick={stale.onLoadTheirs}>Load theirs</Button>
        <Button type="primary" onClick={stale.onKeepMine}>
          Keep mine and save again
        </Button>
      </span>
    </div>
  )
}
