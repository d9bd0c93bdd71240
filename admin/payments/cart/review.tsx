import { Button } from 'antd'
import type { ReactNode } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { CartAnswer, CartItem, CheckoutInput } from '../../../resources/payments/commands/cart.ts'
import type { GatewayName } from '../../../resources/payments/payment-words.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { optionText } from '../../derive/value-text.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { UnderWay } from './under-way.tsx'
import { useCheckout } from './use-checkout.ts'

const CART = '/transaction-view/payment-cart'
const trail = [{ title: 'Payment Cart', path: CART }]

/** A gateway as its customers know it. */
const gatewayName = (gateway: GatewayName) => (gateway === 'MOCK' ? 'the simulated gateway' : optionText(gateway))

const columns: readonly PlainColumn<CartItem>[] = [
  { head: 'Document', value: item => item.documentNo },
  { head: 'Balance', right: true, value: item => rupees(item.balanceAmount) },
  { head: 'TDS', right: true, value: item => (item.inCart?.tdsAmount ? rupees(item.inCart.tdsAmount) : '–') },
  { head: 'Pay', right: true, value: item => rupees(item.inCart?.payAmount ?? 0) },
]

/** The selected documents, and the payment of all of them. */
export function ReviewCart({ answer }: { answer: CartAnswer }) {
  const { items, cart, totals, faults } = answer
  const selected = items.filter(({ inCart }) => inCart !== null)
  const body: CheckoutInput = {
    cartId: cart?.id ?? 0,
    rowVersion: cart?.rowVersion ?? 0,
    lines: selected.map(({ id, payable, inCart }) => ({ itemId: id, payable, ...inCart! })),
    total: totals.net,
  }
  if (!answer.isEligible) return <NotPayable words={answer.why} />
  if (!cart || selected.length === 0) return <NotPayable words="Nothing is selected." />
  if (faults.length > 0) return <NotPayable words={faults[0]!.message} />
  return (
    <Review answer={answer} body={body} amount={totals.net}>
      <section className="panel" aria-labelledby="review-items">
        <h2 id="review-items">{selected.length === 1 ? '1 document' : `${selected.length} documents`}</h2>
        <PlainGrid label="Selected documents" rows={selected} columns={columns} />
        {totals.tds > 0 && (
          <p className="quiet">
            {rupees(totals.tds)} of TDS is deducted: it settles the documents and is not part of the payment.
          </p>
        )}
      </section>
    </Review>
  )
}

/** A payment in advance. */
export function ReviewAdvance({ answer, amount }: { answer: CartAnswer; amount: number }) {
  if (!answer.isEligible || !answer.allowAdvance)
    return <NotPayable words={answer.why ?? 'Advance payments are not agreed. Ask Finance.'} />
  return (
    <Review answer={answer} body={{ advanceAmount: amount }} amount={amount}>
      <p className="notice-box">An advance is credited to your account and settles no document yet.</p>
    </Review>
  )
}

function NotPayable({ words }: { words: string | null }) {
  return (
    <PageFrame title="View Selected Invoices" trail={trail}>
      <UnderWay />
      <div className="notice-box" role="status">
        <p>{words}</p>
        <ButtonLink type="primary" to={CART}>
          Go to the cart
        </ButtonLink>{' '}
        <ButtonLink to="/transaction-view/transactions-view">Show my payments</ButtonLink>
      </div>
    </PageFrame>
  )
}

function Review(review: { answer: CartAnswer; body: CheckoutInput; amount: number; children: ReactNode }) {
  const { answer, body, amount } = review
  const { pay, busy, wrong, changed } = useCheckout(body)
  const gateway = answer.account && gatewayName(answer.account.gateway)
  return (
    <PageFrame
      title="View Selected Invoices"
      purpose={`${answer.customer.code} · ${answer.customer.name}`}
      trail={trail}
    >
      {changed && <UnderWay />}
      {changed && <ChangedLines lines={changed} why={wrong} />}
      {wrong && !changed && (
        <div className="notice-box is-bad" role="alert">
          <p>{wrong}</p>
        </div>
      )}
      {review.children}
      <div className="cart-bar">
        <dl className="cart-totals">
          <div className="cart-net">
            <dt>To pay</dt>
            <dd>{rupees(amount)}</dd>
          </div>
        </dl>
        <p className="cart-saved quiet">You pay on the page of {gateway}, which opens next.</p>
        <ButtonLink size="large" to={CART}>
          Change the cart
        </ButtonLink>
        {!changed && (
          <Button type="primary" size="large" loading={busy} onClick={() => void pay()}>
            Pay {rupees(amount)}
          </Button>
        )}
      </div>
    </PageFrame>
  )
}
