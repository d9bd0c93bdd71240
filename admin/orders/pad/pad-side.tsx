import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import { dayText, monthName, rupees } from '../../../resources/define/show.ts'
import { creditUsed } from '../../../resources/orders/approvals/credit.ts'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import { usePerson } from '../../account/person.ts'
import type { PadFault } from '../lines/line-store.ts'
import { StockAndPricesAsOf } from '../sap/stock-as-of.tsx'
import { orderTypesOf } from './order-types.ts'
import { useAnswer, usePad } from './pad.ts'
import { checkOf, correction } from './pad-issues.ts'
import { termsInWords } from './pad-terms.ts'
import './pad-side.css'

// They come with the first price, so that the pad itself loads faster.
const SideTotals = lazy(async () => ({ default: (await import('./side-totals.tsx')).SideTotals }))
const SideApproval = lazy(async () => ({ default: (await import('./side-totals.tsx')).SideApproval }))
const SideDeviation = lazy(async () => ({ default: (await import('./side-totals.tsx')).SideDeviation }))
const SideLane = lazy(async () => ({ default: (await import('./side-totals.tsx')).SideLane }))

const checks = {
  none: 'No line yet',
  checking: 'Checking',
  unfinished: 'A line to finish',
  failed: 'Not checked',
  checked: 'Ready to send',
} as const

/** What becomes of the order: its total, promise, approval, credit and payment. */
export function PadSide({
  context,
  header,
  faults,
  onFocus,
}: {
  context: OrderContext
  header: HeaderBody
  faults: readonly PadFault[]
  onFocus: (fault: PadFault) => void
}) {
  const { user } = usePerson()
  const { store } = usePad()
  const answer = useAnswer(store)
  const check = useSyncExternalStore(store.subscribe, () => checkOf(store))
  const count = useSyncExternalStore(store.subscribe, store.count)
  const { quote, error } = answer
  const wrong = correction(faults, store.keys())
  const lineIsWrong = faults.some(({ key }) => key)
  const gross = quote?.totals?.grossValue
  const lines = count === 1 ? '1 line' : `${count} lines`
  return (
    <section className={answer.state === 'asking' ? 'pad-side is-dim' : 'pad-side'} aria-label="Summary">
      <div className="side-stick">
        <section className="side-total" aria-label="Total">
          <h2>Total with GST</h2>
          {wrong && lineIsWrong ? (
            <button type="button" className="side-wrong" onClick={() => onFocus(wrong.fault)}>
              {wrong.text}
            </button>
          ) : (
            <p className="side-sum">{gross === undefined ? '–' : rupees(gross)}</p>
          )}
          <p role="status" className="quiet">
            {count > 0 && `${lines}, `}
            {wrong && !lineIsWrong ? (
              <button type="button" className="text-button" onClick={() => onFocus(wrong.fault)}>
                {wrong.text}
              </button>
            ) : wrong ? (
              'not ready'
            ) : count > 0 ? (
              checks[check].replace(/^./, letter => letter.toLowerCase())
            ) : (
              checks[check]
            )}
          </p>
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
          {quote && (
            <Suspense fallback={null}>
              <SideTotals quote={quote} />
            </Suspense>
          )}
        </section>
        <section aria-labelledby="promise-head">
          <h2 id="promise-head">Promise</h2>
          <Promised quote={quote} />
        </section>
        {(user.userType === 'EMPLOYEE' || (quote?.approvals.length ?? 0) > 0) && (
          <section aria-labelledby="approvals-head">
            <h2 id="approvals-head">Approval</h2>
            {quote && quote.lines.length > 0 ? (
              <Suspense fallback={null}>
                <SideApproval answer={answer} usual={context.usual} isSettled={!lineIsWrong} />
              </Suspense>
            ) : (
              <p className="quiet">Known with the first line</p>
            )}
          </section>
        )}
        {quote?.companyYes && <CompanyYes yes={quote.companyYes} />}
        {context.credit && <Credit credit={context.credit} gross={gross ?? 0} id={context.customer.id} />}
        <section aria-labelledby="payment-head">
          <h2 id="payment-head">Payment</h2>
          <p>
            {[
              ...termsInWords(context, header, quote),
              header.completeDelivery && 'only in full',
              orderTypesOf(context)
                .find(({ id }) => id === header.orderTypeId)
                ?.name.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase()),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          {quote?.orders.some(({ terms }) => terms.deviation) && (
            <Suspense fallback={null}>
              <SideDeviation quote={quote} />
            </Suspense>
          )}
        </section>
        <StockAndPricesAsOf />
      </div>
    </section>
  )
}

/** From which amount on a colleague must say yes before the order is sent to us. */
function CompanyYes({ yes: { limit, needed, people } }: { yes: NonNullable<Quote['companyYes']> }) {
  const who = people.join(' or ') || 'The head'
  return (
    <section aria-labelledby="company-head">
      <h2 id="company-head">Your company</h2>
      <p>
        Above {rupees(limit ?? 0)}: {needed ? <strong>{who}</strong> : who} of your company must say yes.
      </p>
    </section>
  )
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const dayInWords = (day: string) =>
  `${DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${Number(day.slice(8))} ${monthName(day)}`

/** By when the goods are promised, in how many deliveries, and how reliable that is. */
function Promised({ quote }: { quote: Quote | null }) {
  const lines = quote?.lines.filter(({ promiseDate }) => promiseDate) ?? []
  const days = [...new Set(lines.map(({ promiseDate }) => promiseDate!))].sort()
  const last = days.at(-1)
  if (!last) return <p className="quiet">Known with the first line</p>
  const plants = new Set(lines.map(({ plantId, promiseDate }) => `${plantId} ${promiseDate}`))
  const record = lines.find(({ laneRecord }) => laneRecord)?.laneRecord
  return (
    <>
      <p>
        {lines.length > 1 && 'All by '}
        <strong title={dayText(last)}>{dayInWords(last)}</strong>
        {days.length > 1 && `, the first on ${dayInWords(days[0]!)}`}
        {plants.size > 1 && `, in ${plants.size} deliveries`}.
      </p>
      {record && (
        <Suspense fallback={null}>
          <SideLane of={record} />
        </Suspense>
      )}
    </>
  )
}

/** The customer's credit after this order; amounts in paise. */
function Credit({ credit, gross, id }: { credit: NonNullable<OrderContext['credit']>; gross: number; id: number }) {
  const { creditLimit, outstanding, newInvoices, otherOrders, overdueDays, isBlocked } = credit
  const { user } = usePerson()
  const left = creditLimit - creditUsed(credit) - gross
  const owed = `${rupees(outstanding + newInvoices)} outstanding, ${rupees(otherOrders)} in other orders`
  return (
    <section aria-labelledby="credit-head">
      <h2 id="credit-head">Credit</h2>
      <p title={`Limit ${rupees(creditLimit)}: ${owed}`}>
        <strong className={left < 0 ? 'field-error' : ''}>{rupees(Math.abs(left))}</strong>{' '}
        {left < 0 ? 'over the limit with this order' : gross > 0 ? 'left after this order' : 'left'}.
      </p>
      {isBlocked && <p className="field-error">The credit account is blocked in SAP: the order needs approval.</p>}
      {overdueDays > 0 && (
        <p className="field-error">
          The oldest invoice is {overdueDays} {overdueDays === 1 ? 'day' : 'days'} overdue:{' '}
          {can(user, 'seeCustomer360') && <Link to={`/masters/dashboard?customer=${id}`}>see the account</Link>}
        </p>
      )}
    </section>
  )
}
