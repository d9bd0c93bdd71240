import { Button, Checkbox, Radio } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { useMay } from '../../account/person.ts'
import { useHistory } from '../show/use-history.ts'
import { Value } from '../show/value.tsx'
import { type ApiRow, momentText } from '../value-text.ts'

import { differencesBetween, type FieldDifference, type Side } from './merge-rows.ts'
import '../show/show.css'

/**
 * Resolves a conflict when somebody saved the row meanwhile: shows base, theirs and mine of each field. What only one
 * person changed is taken over; where both did, the person chooses.
 */
export function StaleRow(stale: {
  resource: Resource
  base: RowValues
  mine: RowValues
  theirs: ApiRow
  onLoadTheirs: () => void
  onMerge: (chosen: Record<string, Side>, reactivate: boolean) => void
}) {
  const { resource, base, mine, theirs } = stale
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const [missing, setMissing] = useState(false)
  const [reactivate, setReactivate] = useState(false)
  useEffect(() => box.current?.focus(), [])
  const { data: history } = useHistory(resource, theirs.id, theirs.rowVersion)
  const who = history?.[0]?.actor ?? 'Another person'
  const differences = differencesBetween(resource, base, mine, theirs)
  const open = differences.filter(({ name, by }) => by === 'both' && !chosen[name])
  const gone = theirs.isActive === false

  function merge() {
    if (open.length === 0) return stale.onMerge(chosen, reactivate)
    setMissing(true)
    box.current?.querySelector<HTMLInputElement>(`[data-field="${open[0]!.name}"] input`)?.focus()
  }

  return (
    <div ref={box} tabIndex={-1} className="notice-box is-warning fault-summary" role="alert">
      <p>
        <strong>{who}</strong> {gone ? 'deactivated' : 'saved'} this row on {momentText(theirs.updatedAt)}, while you
        were changing it.
      </p>
      {differences.length > 0 && (
        <div className="table-scroll wide">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
                <th scope="col">Saved will be</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(difference => (
                <DifferenceRow
                  key={difference.name}
                  {...{ resource, base, mine, theirs, difference }}
                  side={chosen[difference.name]}
                  missing={missing}
                  onChoose={side => setChosen(old => ({ ...old, [difference.name]: side }))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {gone && may('deactivate', resource.path) && (
        <Checkbox checked={reactivate} onChange={event => setReactivate(event.target.checked)}>
          Reactivate the row with my changes; otherwise it stays inactive
        </Checkbox>
      )}
      <span className="notice-actions">
        <Button onClick={stale.onLoadTheirs}>Discard my changes and load theirs</Button>
        <Button type="primary" onClick={merge}>
          Save merged version
        </Button>
      </span>
    </div>
  )
}

const outcome: Record<Side, string> = { mine: 'yours', theirs: 'theirs' }

function DifferenceRow(row: {
  resource: Resource
  base: RowValues
  mine: RowValues
  theirs: ApiRow
  difference: FieldDifference
  side: Side | undefined
  missing: boolean
  onChoose: (side: Side) => void
}) {
  const { resource, base, mine, theirs, side } = row
  const { name, by } = row.difference
  const field = resource.fields[name]!
  const group = useId()
  const cell = (values: RowValues, text?: string | null) => (
    <Value resource={resource} field={field} value={values[name]} text={text} />
  )
  return (
    <tr data-field={name}>
      <th scope="row" id={group}>
        {labelOf(name, field)}
      </th>
      <td>{cell(base)}</td>
      <td>{by === 'mine' ? <span className="quiet">not changed</span> : cell(theirs, theirs.texts?.[name])}</td>
      <td>{by === 'theirs' ? <span className="quiet">not changed</span> : cell(mine)}</td>
      <td>
        {by !== 'both' ? (
          outcome[by]
        ) : (
          <>
            <div role="radiogroup" aria-labelledby={group}>
              <Radio.Group
                value={side}
                onChange={event => row.onChoose(event.target.value as Side)}
                options={[
                  { value: 'theirs', label: 'Theirs' },
                  { value: 'mine', label: 'Yours' },
                ]}
              />
            </div>
            {row.missing && !side && <span className="field-error">Changed by both of you: choose one</span>}
          </>
        )}
      </td>
    </tr>
  )
}
