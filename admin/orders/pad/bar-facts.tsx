import { useSyncExternalStore } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import { creditUsed } from '../../../resources/orders/approvals/credit.ts'
import { approvalNames } from '../../../resources/orders/order-status.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { usePerson } from '../../account/person.ts'
import { Icon, type IconName } from '../../shell/menu/icons.tsx'
import type { QuoteState } from '../lines/line-store.ts'
import { usePad } from './pad.ts'
import { checkOf } from './pad-issues.ts'

const checkFacts = {
  checked: { icon: 'check', look: 'is-good', text: 'No issues' },
  checking: { icon: 'view', look: 'is-plain', text: 'Checking' },
  unfinished: { icon: 'edit', look: 'is-plain', text: 'A row to finish' },
  failed: { icon: 'alert', look: 'is-bad', text: 'Not checked' },
} as const

/** Issues, approvals and credit in a few words, always in sight; each leads to its panel below the lines. */
export function BarFacts({
  answer,
  issues,
  credit,
}: {
  answer: QuoteState
  issues: number
  credit: OrderContext['credit']
}) {
  const { user } = usePerson()
  const { quote } = answer
  const { store } = usePad()
  const check = useSyncExternalStore(store.subscribe, () => checkOf(store))
  const approvals = quote?.approvals ?? []
  const room = credit && credit.creditLimit - creditUsed(credit) - (quote?.totals?.grossValue ?? 0)
  return (
    <div className="bar-facts">
      {issues > 0 ? (
        <Fact icon="alert" look="is-bad" to="faults-head">
          {issues === 1 ? '1 issue' : `${issues} issues`}
        </Fact>
      ) : (
        check !== 'none' && (
          <Fact {...checkFacts[check]} to="faults-head">
            {checkFacts[check].text}
          </Fact>
        )
      )}
      {quote && (approvals.length > 0 || (user.userType === 'EMPLOYEE' && issues === 0)) && (
        <Fact
          icon={approvals.length > 0 ? 'alert' : 'check'}
          look={approvals.length > 0 ? 'is-warning' : 'is-good'}
          to="approvals-head"
        >
          {approvals.length === 0
            ? 'No approval'
            : approvals.length === 1
              ? approvalNames[approvals[0]!.step]
              : `${approvals.length} approvals`}
        </Fact>
      )}
      {credit && room !== null && (
        <Fact icon={room < 0 ? 'alert' : 'check'} look={room < 0 ? 'is-bad' : 'is-plain'} to="credit-head">
          {room < 0 ? `Over credit limit by ${rupees(-room)}` : `Credit left ${rupees(room)}`}
        </Fact>
      )}
    </div>
  )
}

function Fact({ icon, look, to, children }: { icon: IconName; look: string; to: string; children: React.ReactNode }) {
  function show() {
    const head = document.getElementById(to)
    head?.closest('section')?.scrollIntoView({ block: 'center' })
    head?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className={`bar-fact ${look}`} onClick={show}>
      <Icon name={icon} size={12} /> {children}
    </button>
  )
}
