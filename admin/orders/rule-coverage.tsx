import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../resources/capabilities.ts'
import { dayText, showNumber } from '../../resources/define/show.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import type { showCoverage } from '../../resources/orders/what-if/commands.ts'
import type { Coverage, CoverageClass, CoverageGroup, CoverageMap } from '../../resources/orders/what-if/coverage.ts'
import { coverageGaps } from '../../resources/orders/what-if/rule-coverage.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { NumberInput } from '../derive/form/number-input.tsx'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Waiting } from '../shell/waiting.tsx'
import { ExplainDrawer } from './explain/explain-drawer.tsx'
import { RowLink } from './explain/used-row.tsx'
import { ruleText, sourceText } from './order-words.ts'
import { FixLinks } from './what-if/fix-links.tsx'
import { CoverageCell } from './what-if/rule-coverage-cell.tsx'
import '../derive/show/show.css'
import './show/marks.css'
import './what-if/rule-coverage.css'

/** The price, plant and approver that would be found for each kind of customer and class of products of an SBU. */
export default function RuleCoverage() {
  const [query, setQuery] = useAddress()
  const sbuId = Number(query.get('sbu')) || null
  const discountPct = Number(query.get('discount') ?? 1000)
  // The box shows typing at once; the address follows after a pause.
  const [typed, setTyped] = useState<number | string | null>(discountPct)
  const ask = (name: 'sbu' | 'discount', value: number | null) =>
    setQuery(now => {
      now.set(name, String(value ?? ''))
      return now
    })
  return (
    <PageFrame
      title="Rule Coverage"
      purpose="Price step, plant rule and approvers for an order today, checked with one customer and product per cell."
      trail={[{ title: 'Missing Rules', path: '/orders/holes' }]}
    >
      <section className="panel coverage-asked" aria-label="Scope">
        <FieldRow id="coverage-sbu" label="SBU" required>
          {({ status, ...control }) => (
            <ReferencePicker
              {...control}
              status={status ?? ''}
              target={sbu}
              value={sbuId}
              onChange={id => ask('sbu', id)}
            />
          )}
        </FieldRow>
        <FieldRow id="coverage-discount" label="Manual discount" hint="Decides who approves">
          {control => (
            <NumberInput
              {...control}
              scale={2}
              unit="%"
              value={typed}
              onChange={pct => {
                setTyped(pct)
                ask('discount', typeof pct === 'number' ? Math.min(10_000, Math.max(0, pct)) : 0)
              }}
            />
          )}
        </FieldRow>
      </section>
      {sbuId === null ? <p className="quiet">Choose an SBU.</p> : <RuleGaps sbuId={sbuId} discountPct={discountPct} />}
    </PageFrame>
  )
}

function RuleGaps({ sbuId, discountPct }: { sbuId: number; discountPct: number }) {
  const ref = at<typeof showCoverage>('GET rule-coverage')
  // A person back from closing a gap expects fresh data.
  const { data, error, refetch } = useAsk(ref, { sbuId, discountPct }, { staleTime: 0 })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.groups.length === 0)
    return <p className="quiet">The SBU has no orderable product or no customer you may see.</p>
  return <Cells map={data} />
}

interface Chosen {
  group: CoverageGroup
  cell: Coverage
  of: CoverageClass
}

function Cells({ map }: { map: CoverageMap }) {
  const { day, classes, groups, more } = map
  const [chosen, setChosen] = useState<Chosen>()
  const [open, setOpen] = useState(false)
  const cells = groups.flatMap(group => group.cells)
  const gapsOf = (group: CoverageGroup, cell: Coverage, of: CoverageClass) =>
    coverageGaps(cell, { sbuId: map.sbuId, goods: of.sample, buyer: group.sample })
  const gapCount = groups
    .flatMap(group => group.cells.map((cell, index) => gapsOf(group, cell, classes[index]!)))
    .filter(found => found.length > 0).length
  const overlaps = cells.filter(cell => cell.overlaps.length > 0).length
  return (
    <section className="panel" aria-labelledby="coverage-head">
      <h2 id="coverage-head">On {dayText(day)}</h2>
      <p role="status">
        {showNumber(cells.length)} cells: {count(gapCount, 'missing rule', 'missing rules')},{' '}
        {count(overlaps, 'overlap', 'overlaps')}.{more && ' The first thirty classes and groups are shown.'}
      </p>
      <div className="coverage-scroll">
        <table className="coverage-map" onKeyDown={moveByArrow}>
          <thead>
            <tr>
              <th scope="col">Customers</th>
              {classes.map(each => (
                <th key={each.sample.id} scope="col">
                  {each.name}
                  <span className="quiet under">{count(each.products, 'product', 'products')}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(group => (
              <tr key={group.sample.id}>
                <th scope="row">
                  {group.segment} · {group.channel}
                  <span className="quiet under">
                    {count(group.customers, 'customer', 'customers')}, as {group.sample.name}
                  </span>
                </th>
                {group.cells.map((cell, index) => (
                  <td key={cell.productId} data-label={classes[index]!.name}>
                    <CoverageCell
                      cell={cell}
                      gaps={gapsOf(group, cell, classes[index]!).map(({ says }) => says)}
                      of={`${classes[index]!.name} for ${group.segment} in channel ${group.channel}`}
                      onOpen={() => {
                        setChosen({ group, cell, of: classes[index]! })
                        setOpen(true)
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen && (
        <ExplainDrawer
          title={`${chosen.of.sample.code} for ${chosen.group.sample.name}`}
          open={open}
          onClose={() => setOpen(false)}
        >
          <CellDetails chosen={chosen} map={map} />
        </ExplainDrawer>
      )}
    </section>
  )
}

/** The details of a cell, with links to the rows that decide and to a simulation of it. */
function CellDetails({
  chosen: { group, cell, of },
  map: { sbuId, discountPct },
}: {
  chosen: Chosen
  map: CoverageMap
}) {
  const { user } = usePerson()
  const trial = new URLSearchParams({
    customer: String(group.sample.id),
    product: of.sample.code,
    discount: String(discountPct),
  })
  return (
    <div className="explain coverage-told">
      {coverageGaps(cell, { sbuId, goods: of.sample, buyer: group.sample }).map(({ says, mends }) => (
        <div key={says} className="notice-box is-warning">
          <p>{says}</p>
          <FixLinks fixes={mends} back={`/orders/holes/coverage?sbu=${sbuId}&discount=${discountPct}`} />
        </div>
      ))}
      <dl>
        <dt>Price</dt>
        <dd>
          {sourceText(cell.priceSource)} {cell.priceRow && <RowLink {...cell.priceRow} />}
        </dd>
        <dt>Plant</dt>
        <dd>
          {cell.plant ?? 'None'} · {ruleText(cell.sourceRule)} {cell.sourceRow && <RowLink {...cell.sourceRow} />}
        </dd>
        <dt>Approvals</dt>
        <dd>
          {cell.approvals
            .map(({ title, people }) => `${title} by ${people.join(', then ') || 'no approver'}`)
            .join('; ') || 'None needed'}
        </dd>
      </dl>
      {cell.overlaps.length > 0 && (
        <>
          <p>These rows conflict: keep one and end the others.</p>
          <ul className="trial-differences">
            {cell.overlaps.map(row => (
              <li key={`${row.resource}/${row.id}`}>
                <RowLink {...row} />
              </li>
            ))}
          </ul>
        </>
      )}
      {can(user, 'simulateOrders') && (
        <p>
          <Link to={`/orders/simulate?${trial}`}>Simulate this</Link>
        </p>
      )}
    </div>
  )
}

const count = (number: number, one: string, many: string) => `${showNumber(number)} ${number === 1 ? one : many}`

/** Arrow keys move between cells, as in a grid. */
function moveByArrow(event: React.KeyboardEvent<HTMLTableElement>) {
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? []
  const cell = (event.target as HTMLElement).closest('td')
  if (down === undefined || right === undefined || !cell) return
  const row = (cell.parentElement as HTMLTableRowElement).rowIndex + down
  const next = event.currentTarget.rows[row]?.cells[cell.cellIndex + right]?.querySelector('button')
  if (!next) return
  event.preventDefault()
  next.focus()
}
