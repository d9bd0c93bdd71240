import { randomBytes } from 'node:crypto'
import { FeathersError } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context, Middleware } from 'koa'
import { rupees } from '../../../resources/define/show.ts'
import { HAND_OVER } from '../../../resources/payments/hand-over-path.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { identify } from '../../account/requests.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type SignedIn, signedIn } from '../../derive/signed-in.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { refuseWhileViewing } from '../../platform/http/offer-file.ts'
import { attemptNamed } from '../attempts/attempts.ts'
import { payingCustomer } from '../cart/whose-cart.ts'
import type { GatewayMeans } from '../eligibility.ts'
import { escaped } from '../escaped.ts'
import type { PaymentForm } from '../gateways/gateway.ts'
import { handOut } from './hand-out.ts'

/** The document between the portal and a gateway: plain HTML with a script and a style that bear a nonce. */

interface Shown {
  txnNo: string
  /** Paise. */
  amount: number
}

/** The form that goes to the gateway by itself; without scripts its button does. */
const formPage = (nonce: string, { txnNo, amount }: Shown, { action, fields }: PaymentForm): string =>
  page(
    nonce,
    'Going to the payment page',
    `<p>Payment <b>${escaped(txnNo)}</b> of <b>${escaped(rupees(amount))}</b></p>
<form method="post" action="${escaped(action)}">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  .join('\n')}
<button>Go to the payment page</button>
</form>
<script nonce="${nonce}">${SCRIPT}</script>`,
  )

/** A sentence why there is no form, and where to go instead. */
const sentencePage = (
  nonce: string,
  title: string,
  sentence: string,
  link: { to: string; label: string },
  script = '',
) =>
  page(
    nonce,
    title,
    `<p>${escaped(sentence)}</p>
<p><a id="on" href="${escaped(link.to)}">${escaped(link.label)}</a></p>
${script && `<script nonce="${nonce}">${script}</script>`}`,
  )

// Whoever comes Back from the gateway goes on to the payment, once. The entry that is added ends the way Forward, which
// leads to a form that was posted: browsers answer it with an error. Back from the payment shows the sentence.
const TO_PAYMENT = `addEventListener('pageshow', () => {
  if (history.state === 'shown') return
  history.replaceState('shown', '')
  history.pushState('shown', '')
  location.replace(document.getElementById('on').href)
})`

// A browser that keeps the document alive shows it again on Back without asking the server: it must not post again.
const SCRIPT = `addEventListener('pageshow', event => event.persisted ? location.reload() : document.forms[0].submit())`

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f6f8; color: #1a2330 }
main { max-width: 26rem; margin: 4rem auto; padding: 2rem; background: #fff; border-radius: 8px }
h1 { font-size: 1.25rem; margin: 0 0 1rem }
button { padding: .6rem 1rem; font: inherit; cursor: pointer }`

const page = (nonce: string, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`

const CART = { to: '/transaction-view/payment-cart', label: 'Open the payment cart' }

/**
 * `GET /payments/hand-over/<order number>`: the document that posts an attempt of a payment to its gateway, once. It is no screen of the
 * portal, because its policy lets a form leave for the hosts of that gateway. Mounted before the screens.
 */
export function serveHandOver(app: Application, db: Knex, means: GatewayMeans) {
  const identified = identify(app, means.config)
  app.use((async (ctx, next) => {
    const orderNo = ctx.method === 'GET' && ctx.path.startsWith(HAND_OVER) ? ctx.path.slice(HAND_OVER.length) : null
    if (orderNo === null) return next()
    const nonce = randomBytes(16).toString('base64')
    answer(ctx, nonce, 200, "'none'")
    try {
      await identified(ctx, () => handOver(ctx, db, orderNo, nonce, means))
    } catch (error) {
      if (!(error instanceof FeathersError)) throw error
      answer(ctx, nonce, error.code, "'none'")
      ctx.body = sentencePage(nonce, 'The payment cannot start', error.message, CART)
    }
  }) satisfies Middleware)
}

async function handOver(ctx: Context, db: Knex, orderNo: string, nonce: string, means: GatewayMeans) {
  const { person, author } = mayPay(ctx)
  const { payment, attempt } = await ownAttempt(db, orderNo, person)
  const handed = await handOut(db, payment, attempt, person, author, means)
  if (handed) {
    answer(ctx, nonce, 200, handed.formOrigins.join(' '))
    ctx.body = formPage(nonce, payment, handed.form)
    return
  }
  answer(ctx, nonce, 409, "'none'")
  const link = { to: `/${paymentTransaction.path}/show/${payment.id}`, label: 'Show the payment' }
  const sentence = `Payment ${payment.txnNo} went to the gateway before. It is not sent twice.`
  ctx.body = sentencePage(nonce, 'This payment is already at the gateway', sentence, link, TO_PAYMENT)
}

function mayPay(ctx: Context): SignedIn {
  const caller = signedIn(ctx)
  refuseWhileViewing(ctx)
  if (caller.person.mustChangePassword)
    throw forbidden('Choose a new password first, on My Contact Details', 'PASSWORD_CHANGE')
  return caller
}

async function ownAttempt(db: Knex, orderNo: string, person: Person) {
  requireRight(person, paymentCart, 'approve')
  const customerId = payingCustomer(person)
  const attempt = await attemptNamed(db, orderNo)
  const [payment] = await rowsOf(db, paymentTransaction, rows =>
    restrict(
      rows.where({ 'payment_transaction.id': attempt?.transactionId ?? 0, customerId }),
      db,
      paymentTransaction,
      person,
      'read',
    ),
  )
  if (!attempt || !payment) throw notFound('There is no such payment of yours')
  return { payment, attempt }
}

function answer(ctx: Context, nonce: string, status: number, formAction: string) {
  const own = `'nonce-${nonce}'`
  ctx.status = status
  ctx.type = 'html'
  ctx.set('Cache-Control', 'no-store')
  // CCAvenue checks the address that a payment comes from.
  ctx.set('Referrer-Policy', 'origin')
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; script-src ${own}; style-src ${own}; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  )
}
