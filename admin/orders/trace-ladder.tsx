import { Link } from 'react-router'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { dayText } from '../../resources/define/show.ts'
import type { RowUsed, Trace, TraceStep, Verdict } from '../../resources/orders/trace.ts'
import { resources } from '../../resources/registry.ts'
import { pathOf } from '../derive/screens.ts'
import { Value } from '../derive/value.tsx'
import { optionText } from '../derive/value-text.ts'
import { Icon } from '../shell/icons.tsx'
import { useMay } from '../shell/person.ts'
import { traceName } from './order-words.ts'
import './explain.css'

interface Words {
  word: string
  icon: 'check' | 'off' | 'alert' | 'right' | 'up'
}
const verdicts: Record<Verdict, Words> = {
  won: { word: 'Decided', icon: 'check' },
  lost: { word: 'Not needed', icon: 'right' },
  skipped: { word: 'Not usable', icon: 'alert' },
  none: { word: 'Nothing found', icon: 'off' },
}
/** A limit that does not reach is no candidate that came second: it sends the order further up. */
const approvalVerdicts: typeof verdicts = { ...verdicts, lost: { word: 'Not enough', icon: 'up' } }

/** The candidates of a decision in the order in which they were asked: who won, who lost, and why, as kept with the order. */
export function TraceLadder({ trace, label }: { trace: Trace; label: string }) {
  const words = trace.kind === 'approval' ? approvalVerdicts : verdicts
  return (
    <ol className="ladder" aria-label={`${label}, as on ${dayText(trace.on)}`}>
      {trace.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a stored trace never change their order
        <Rung key={index} step={step} verdict={words[step.verdict]} />
      ))}
    </ol>
  )
}

function Rung({ step, verdict }: { step: TraceStep; verdict: Words }) {
  return (
    <li className={`rung is-${step.verdict}`}>
      <p className="rung-head">
        <span className="rung-verdict">
          <Icon name={verdict.icon} size={12} /> {verdict.word}
        </span>
        <span className="rung-name">
          {step.step !== step.name && !/^[A-Z_]{5,}$/.test(step.step) && <code>{step.step}</code>}{' '}
          {traceName(step.name)}
        </span>
      </p>
      <p>{step.reason}.</p>
      {step.row && <UsedRow row={step.row} />}
    </li>
  )
}

/** The master row that was asked, as it was then: which, its version, its validity, and what it said. */
function UsedRow({ row }: { row: RowUsed }) {
  const may = useMay()
  const resource = resources.find(({ name }) => name === row.resource)
  const title = resource?.title ?? optionText(row.resource)
  const shown = resource?.kind === 'master' && may('read', resource.path)
  const which = `${title}, row ${row.id}`
  return (
    <div className="used-row">
      <p>
        {shown ? <Link to={pathOf.show(resource, row.id)}>{which}</Link> : which}
        <span className="quiet">
          {' '}
          · version {row.rowVersion}
          {row.validFrom && ` · valid ${dayText(row.validFrom)} to ${dayText(row.validTo ?? '')}`}
        </span>
      </p>
      <dl>
        {Object.entries(row.values)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{labelOf(name, resource?.fields[name] ?? {})}</dt>
              <dd>
                <UsedValue resource={resource} name={name} value={value} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

function UsedValue({
  resource,
  name,
  value,
}: {
  resource: Resource | undefined
  name: string
  value: string | number | boolean | null
}) {
  const may = useMay()
  const field = resource?.fields[name]
  if (!resource || !field) return String(value)
  const target = field.kind === 'reference' ? resources.find(each => each.name === field.to) : undefined
  // What the person may not read is not asked for.
  if (field.kind === 'reference' && !(target && may('read', target.path))) return `No. ${value}`
  return <Value resource={resource} field={field} value={value} />
}
