import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { rupees } from '../../resources/define/show.ts'
import { leftOutSentence } from '../../resources/masters/outstanding.ts'
import { cartFaults, cartTotals } from '../../resources/payments/cart-rules.ts'
import type { CartAnswer } from '../../resources/payments/commands/cart.ts'
import { paymentCart } from '../../resources/payments/payment-cart.ts'
import { useMay } from '../account/person.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { AdvanceForm } from './cart/advance-form.tsx'
import { useCart } from './cart/cart-api.ts'
import { CartBar } from './cart/cart-bar.tsx'
import { canSelect, cartLinesOf, type EnteredLines, enteredInFull } from './cart/cart-lines.ts'
import { CartTable } from './cart/cart-table.tsx'
import { OldestFirst } from './cart/oldest-first.tsx'
import { OpenCarts } from './cart/open-carts.tsx'
import { UnderWay } from './cart/under-way.tsx'
import { useSavedCart } from './cart/use-saved-cart.ts'
import './cart/cart.css'

const purposeOf = ({ isEligible, maxTxnAmount }: CartAnswer) =>
  isEligible
    ? `Choose what to pay. At most ${rupees(maxTxnAmount)} can be paid at once.`
    : 'Payment of open items online.'

/** What a customer pays next. Their people fill it; our own people read it by `?customerId=`. */
export default function PaymentCart() {
  const may = useMay()
  const [query] = useSearchParams()
  const fills = may('create', paymentCart.path)
  const named = Number(query.get('customerId'))
  const customerId = !fills && Number.isSafeInteger(named) && named > 0 ? named : null
  const cart = useCart(customerId, fills || customerId !== null)
  if (!fills && customerId === null) return <OpenCarts />
  if (cart.error && !cart.data) return <Failure error={cart.error} onRetry={() => void cart.refetch()} />
  if (!cart.data) return <Waiting />
  return <Cart key={customerId} first={cart.data} readOnly={!fills} />
}

function Cart({ first, readOnly }: { first: CartAnswer; readOnly: boolean }) {
  const navigate = useNavigate()
  const { answer, entered, change, flush, state } = useSavedCart(first)
  const [leaving, setLeaving] = useState(false)
  useAskedInvoice(answer, entered, readOnly ? undefined : change)
  const { items, customer, isEligible, why } = answer
  const byId = useMemo(() => new Map(items.map(item => [item.id, item])), [items])
  const lines = cartLinesOf(items, entered)
  const faults = cartFaults(lines, byId, answer)
  const frame = { title: 'Payment Cart', purpose: readOnly ? `${customer.code} · ${customer.name}` : purposeOf(answer) }

  async function review() {
    const [worst] = faults
    if (worst?.itemId) {
      const cell = document.getElementById(`cart-${worst.field}-${worst.itemId}`)
      const row = document.querySelector<HTMLElement>(`.cart-row[data-id="${worst.itemId}"] input`)
      return (cell ?? row)?.focus()
    }
    if (worst) return
    setLeaving(true)
    if (await flush()) void navigate('/transaction-view/view-selected-invoices')
    else setLeaving(false)
  }

  if (!isEligible && !readOnly)
    return (
      <PageFrame {...frame}>
        <UnderWay />
        <div className="notice-box" role="status">
          <p>{why}</p>
        </div>
      </PageFrame>
    )
  return (
    <PageFrame {...frame}>
      {!readOnly && <UnderWay />}
      {!isEligible && (
        <div className="notice-box" role="status">
          <p>{why}</p>
        </div>
      )}
      {state === 'theirs' && (
        <div className="notice-box" role="alert">
          <p>A colleague changed the cart. This is the current cart; your last entries are not in it.</p>
        </div>
      )}
      <section className="panel" aria-labelledby="cart-items">
        <h2 id="cart-items">Open items</h2>
        {items.length === 0 ? (
          <Empty kind="cart" text="No open items to pay.">
            <ButtonLink to="/transaction-view/transactions-view">Show payments</ButtonLink>
          </Empty>
        ) : (
          <>
            {!readOnly && <OldestFirst answer={answer} onChosen={chosen => change(() => chosen)} />}
            <CartTable {...{ items, entered, faults, readOnly }} allowPartial={answer.allowPartial} onChange={change} />
          </>
        )}
      </section>
      {answer.leftOut && <p className="quiet">{leftOutSentence('list', answer.leftOut)}</p>}
      {!readOnly && answer.allowAdvance && <AdvanceForm maxTxnAmount={answer.maxTxnAmount} />}
      <CartBar
        count={lines.length}
        totals={cartTotals(lines, byId)}
        fault={faults.find(({ itemId }) => itemId === null)?.message ?? faults[0]?.message}
        state={readOnly ? null : state}
      >
        {!readOnly && (
          <Button
            type="primary"
            size="large"
            disabled={lines.length === 0}
            loading={leaving}
            onClick={() => void review()}
          >
            Review payment
          </Button>
        )}
      </CartBar>
    </PageFrame>
  )
}

/** Selects the open item of the invoice that the address names, `?invoice=7`, once. */
function useAskedInvoice(
  { items }: CartAnswer,
  entered: EnteredLines,
  change: ((make: (old: EnteredLines) => EnteredLines) => void) | undefined,
) {
  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('invoice'))
  const now = useRef({ items, entered, change, setQuery })
  now.current = { items, entered, change, setQuery }
  useEffect(() => {
    if (!asked) return
    const item = now.current.items.find(({ invoiceId }) => invoiceId === asked)
    if (item && canSelect(item) && !now.current.entered.has(item.id))
      now.current.change?.(old => new Map(old).set(item.id, enteredInFull(item)))
    now.current.setQuery(
      old => {
        old.delete('invoice')
        return old
      },
      { replace: true },
    )
  }, [asked])
}
