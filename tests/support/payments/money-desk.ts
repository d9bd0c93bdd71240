import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { unknown, type Verified, verified } from '../../../api/payments/gateways/gateway.ts'
import { takeReturn } from '../../../api/payments/money/take-return.ts'
import { applyAnswer, type Cause } from '../../../api/payments/results/apply-answer.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { gatewayWords } from '../../../resources/payments/gateways/gateway-words.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { sendFile } from '../files.ts'
import { personWith } from '../people.ts'
import type { ApiClient, TestPortal } from '../portal.ts'
import { paymentWorld } from './payment-world.ts'

/** What SAP gets, in the words of its documents. */
const inSap: Record<string, string> = {
  PAYMENT_POST: 'DZ',
  PAYMENT_TRANSFER: 'DA',
  PAYMENT_CLEAR: 'clear',
  REFUND_POST: 'DZ back',
  REFUND_REVERSE: 'reversal',
}
const author = systemAuthor('test')

/** The mails about payments, which a portal without its seeds has no texts for. */
const mails = [
  ...['PAYMENT_RECEIPT', 'PAYMENT_LATE', 'PAYMENT_CHECKING', 'PAYMENT_SECOND', 'PAYMENT_FAILED'],
  ...['REFUND_ASKED', 'REFUND_DONE', 'REFUND_FAILED', 'GATEWAY_RETURNS'],
]

/** What a gateway says of an attempt; amounts in paise. */
interface Said {
  /** The gateway's own id of the capture. */
  id?: string
  amount?: number
  currency?: string
  returned?: number
  ref?: string
}

export type MoneyDesk = Awaited<ReturnType<typeof moneyDesk>>

/** A world of payments with two people of Finance and a payer, and gateways that say what a test lets them say. */
export async function moneyDesk(portal: TestPortal) {
  const world = await paymentWorld(portal)
  const { db } = portal
  for (const code of mails)
    await insertRows(
      db,
      messageTemplate,
      [{ code, medium: 'EMAIL', subject: `${code} {name}`, body: '{name}' }],
      author,
    )
  const people: { finance?: ApiClient; second?: ApiClient; payer?: ApiClient } = {}
  const { finance, second, payer } = {
    finance: async () => (people.finance ??= await personWith(portal, ['FINANCE'])),
    second: async () => (people.second ??= await personWith(portal, ['FINANCE'])),
    payer: async () => (people.payer ??= await personWith(portal, ['CUSTOMER'], { customerId: world.customer.id })),
  }

  /** Applies what the gateway says about an attempt, the first unless another is named; null is silence. */
  async function says(
    payment: PaymentTransaction,
    word: string | null | 'NOT_FOUND',
    said: Said = {},
    { attempt: n = 1, ...cause }: Partial<Cause> & { attempt?: number } = {},
  ) {
    const attempt = (await world.attempts(payment))[n - 1]!
    const answer: Verified =
      word === null
        ? unknown('TIMEOUT', 'No answer')
        : word === 'NOT_FOUND'
          ? unknown('NOT_FOUND', 'Not found')
          : verified(
              gatewayWords[payment.gateway],
              {
                ...{ amount: said.amount ?? payment.amount, currency: said.currency ?? 'INR' },
                gatewayTxnId: said.id ?? `${payment.txnNo}G${n}`,
                ...{ bankRefNo: null, mode: null, charges: null, said: word, redacted: { said: word } },
              },
              said.returned === undefined ? undefined : { returnedAmount: said.returned, returnRef: said.ref ?? null },
            )
    return applyAnswer(db, { payment, attempt }, answer, { kind: 'POLL', ...cause })
  }

  /** The documents that SAP got for a payment and its returns, in their order. */
  async function sapOf(payment: PaymentTransaction): Promise<string> {
    const captures = (await world.captures(payment)).map(({ id }) => id)
    const messages: { messageType: string; status: string }[] = await db('sap_outbox')
      .where('ownerType', 'CAPTURE')
      .whereIn('ownerId', captures)
      .whereNot('status', 'CANCELLED')
      .orderBy('id')
      .select('messageType', 'status')
    return messages
      .map(({ messageType, status }) => `${inSap[messageType]}${status.startsWith('FAILED') ? ' FAILED' : ''}`)
      .join(', ')
  }

  let signedIn = Date.parse(now())
  /** Sessions end after thirty days: people sign in again once so many have passed. */
  const forgetPeople = () => {
    if (Date.parse(now()) - signedIn < 20 * 86_400_000) return
    for (const name of Object.keys(people) as (keyof typeof people)[]) delete people[name]
    signedIn = Date.parse(now())
  }

  const captureOf = async (payment: PaymentTransaction, n = 1) => (await world.captures(payment))[n - 1]!
  const refundsOf = (payment: PaymentTransaction) => db('refund').where({ transactionId: payment.id }).orderBy('id')

  const done = (answer: { status: number; body: unknown }) => {
    if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  /** Finance puts money of a capture on the oldest open items of the customer. */
  const apply = async (payment: PaymentTransaction, { n = 1, amount }: { n?: number; amount?: number } = {}) =>
    (await finance()).post(`/api/payments/captures/${(await captureOf(payment, n)).id}/apply`, {
      oldestFirst: true,
      ...(amount && { amount }),
    })
  const keep = async (payment: PaymentTransaction, n = 1) =>
    (await finance()).post(`/api/payments/captures/${(await captureOf(payment, n)).id}/keep`, {})
  const propose = async (payment: PaymentTransaction, amount: number, { n = 1, how = 'HAND' } = {}) =>
    (await finance()).post(`/api/payments/captures/${(await captureOf(payment, n)).id}/refund`, {
      ...{ amount, how, reason: 'The buyer asked for it' },
    })

  async function refundStep(action: string, payment: PaymentTransaction, who: ApiClient, asked?: object) {
    const row = (await refundsOf(payment)).at(-1)
    const rows = [{ id: row.id, rowVersion: row.rowVersion }]
    return who.post('/api/transaction-view/payment-refunds/actions', { action, rows, ...(asked && { asked }) })
  }

  return {
    ...{
      ...world,
      says,
      finance,
      second,
      payer,
      forgetPeople,
      captureOf,
      refundsOf,
      apply,
      keep,
      propose,
      refundStep,
      done,
    },
    /** Finance proposes a refund by hand, another confirms, and both say that it is done. */
    async refund(payment: PaymentTransaction, amount: number, n = 1) {
      done(await propose(payment, amount, { n }))
      done(await refundStep('confirmRefund', payment, await second()))
      const proofId = (await sendFile(portal, await finance(), 'REFUND')).body.id
      const told = { doneReference: `UTR${payment.txnNo}`, doneOn: today(), proofId }
      done(await refundStep('enterDone', payment, await finance(), told))
      done(await refundStep('confirmDone', payment, await second()))
    },
    /** The gateway returns money by itself, as it says in an answer or its file. */
    returns: async (payment: PaymentTransaction, kind: RefundKind, amount: number, eventId: string, n = 1) => {
      const { id } = await captureOf(payment, n)
      return transact(db, trx => takeReturn(trx, id, { kind, amount, eventId, text: 'The gateway says so' }, author))
    },
    /** How a payment stands: its state, its captures with where their money is, its items, and the mails about it. */
    async standing(payment: PaymentTransaction) {
      await portal.runDue()
      const row = await world.now(payment)
      const captures = await world.captures(payment)
      const rows: { captureId: number; target: string; amount: number }[] = await db('capture_allocation')
        .where('transactionId', payment.id)
        .whereNot('clearingStatus', 'RELEASED')
        .groupBy('captureId', 'target')
        .select('captureId', 'target')
        .sum({ amount: 'amount' })
      const locks = await world.locks(payment)
      const sent: string[] = await db('message_log')
        .where(any =>
          any
            .where({ ownerType: 'payment-transaction', ownerId: payment.id })
            .orWhere(own =>
              own.where('ownerType', 'payment-capture').whereIn(
                'ownerId',
                captures.map(one => one.id),
              ),
            )
            .orWhere(own =>
              own
                .where('ownerType', 'refund')
                .whereIn('ownerId', db('refund').where('transactionId', payment.id).select('id')),
            ),
        )
        .orderBy('id')
        .pluck('templateCode')
      return {
        payment: `${row.status}${row.overdueSince ? ' overdue' : ''}${row.failureCode === 'EXPIRED' ? ' EXPIRED' : ''}`,
        money: captures.map(one => {
          const own = rows
            .filter(row => row.captureId === one.id)
            .map(row => `${row.target} ${Number(row.amount) / 100}`)
          const left = one.unresolvedAmount ? [`U ${one.unresolvedAmount / 100}`] : []
          return [`${one.fit}${one.status === 'CAPTURED' ? '' : ` ${one.status}`}`, ...own.toSorted(), ...left].join(
            ', ',
          )
        }),
        held: locks.map(lock =>
          lock === payment.id ? (captures.length > 0 ? 'B' : 'L') : lock === null ? 'F' : 'other',
        ),
        sap: await sapOf(payment),
        mails: sent,
      }
    },
  }
}
