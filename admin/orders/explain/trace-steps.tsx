import { useQuery } from '@tanstack/react-query'
import { dayText } from '../../../resources/define/show.ts'
import type { Trace, TraceStep, Verdict } from '../../../resources/orders/trace.ts'
import type { RowsNow } from '../../../resources/orders/what-if/commands.ts'
import { usePerson } from '../../account/person.ts'
import { api } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { traceName } from '../order-words.ts'
import { UsedRow } from './used-row.tsx'
import './explain.css'

interface Words {
  word: string
  icon: 'check' | 'off' | 'alert' | 'right' | 'up'
  look: string
}
type Verdicts = Record<Verdict, Words>
const verdicts: Verdicts = {
  won: { word: 'Decided', icon: 'check', look: 'is-won' },
  lost: { word: 'Not needed', icon: 'right', look: 'is-lost' },
  skipped: { word: 'Not usable', icon: 'alert', look: 'is-skipped' },
  none: { word: 'Not applicable', icon: 'off', look: 'is-none' },
}
const byKind: Record<Trace['kind'], Verdicts> = {
  price: verdicts,
  source: verdicts,
  /** A limit that is too low is no runner-up: it sends the order further up. */
  approval: { ...verdicts, lost: { word: 'Not enough', icon: 'up', look: 'is-lost' } },
  check: {
    won: { word: 'Stopped the order', icon: 'alert', look: 'is-stop' },
    lost: { word: 'Not asked', icon: 'right', look: 'is-lost' },
    skipped: { word: 'Only a warning', icon: 'alert', look: 'is-skipped' },
    none: { word: 'Passed', icon: 'check', look: 'is-none' },
  },
}

/**
 * What decided, as stored with the order; the rules that lost or do not apply are folded away, in the order in which
 * they were considered. Where nothing decided all are shown.
 */
export function TraceSteps({ trace, label }: { trace: Trace; label: string }) {
  const decided = trace.steps.filter(({ verdict }) => verdict === 'won')
  const others = decided.length === 0 ? [] : trace.steps.filter(({ verdict }) => verdict !== 'won')
  const list = { trace, now: useRowsNow(trace) }
  return (
    <>
      <Ladder {...list} steps={decided.length === 0 ? trace.steps : decided} label={label} />
      {others.length > 0 && (
        <details className="other-rules">
          <summary>
            {others.length === 1 ? '1 other rule was' : `${others.length} other rules were`} looked at and did not
            decide
          </summary>
          <Ladder {...list} steps={others} label={`Other rules: ${label.toLowerCase()}`} />
        </details>
      )}
    </>
  )
}

function Ladder({
  trace,
  steps,
  label,
  now,
}: {
  trace: Trace
  steps: readonly TraceStep[]
  label: string
  now: RowsNow | undefined
}) {
  return (
    <ol className="ladder" aria-label={`${label}, as on ${dayText(trace.on)}`}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a stored trace never change their order
        <StepItem key={index} step={step} verdict={byKind[trace.kind][step.verdict]} now={now} />
      ))}
    </ol>
  )
}

/** The present state of the rows in a trace; undefined for people who may not see rows. */
function useRowsNow({ steps }: Trace) {
  const { user } = usePerson()
  const rows = [...new Map(steps.map(({ row }) => [`${row?.resource}/${row?.id}`, row])).values()]
    .filter(row => row !== null)
    .map(({ resource, id, changedById = null }) => ({ resource, id, changedById }))
  const { data } = useQuery({
    queryKey: ['rows-used', rows],
    enabled: rows.length > 0 && user.userType === 'EMPLOYEE',
    queryFn: async () => (await api.post<RowsNow>('/rows-used', { rows }, { keepsRead: true })).data,
  })
  return data
}

function StepItem({ step, verdict, now }: { step: TraceStep; verdict: Words; now: RowsNow | undefined }) {
  return (
    <li className={`rung ${verdict.look}`}>
      <p className="rung-head">
        <span className="rung-verdict">
          <Icon name={verdict.icon} size={12} /> {verdict.word}
        </span>
        <span className="rung-name">
          {step.step !== step.name && !/^[A-Z_]{5,}$/.test(step.step) && <code>{step.step}</code>}{' '}
          {traceName(step.name)}
        </span>
      </p>
      <p>{step.reason.replace(/\.?$/, '.')}</p>
      {step.row && <UsedRow row={step.row} now={now} />}
    </li>
  )
}
