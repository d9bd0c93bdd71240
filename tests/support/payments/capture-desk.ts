import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { addAttempt } from '../../../api/payments/attempts/attempts.ts'
import type { Gateway, RefundAnswer, RefundOrder } from '../../../api/payments/gateways/gateway.ts'
import { recountPayment } from '../../../api/payments/money/recount.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { takeReturn } from '../../../api/payments/money/take-return.ts'
import { differencesAmong } from '../../../api/payments/reconcile-payments.ts'
import { askRefunds } from '../../../api/payments/refunds/ask-refunds.ts'
import { connectGateways } from '../../../api/payments/results/gateways-at-work.ts'
import { now, secondsFromNow } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { OutstandingItem } from '../../../resources/masters/upload-outstanding.ts'
import type { CaptureFit } from '../../../resources/payments/money/capture-states.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { sendFile } from '../files.ts'
import { personWith } from '../people.ts'
import { type ApiClient, demoPortal } from '../portal.ts'
import { payingCustomer } from './cart-desk.ts'

const author = systemAuthor('test')

/** What a payment of the desk is meant for, and what its gateway took; paise. */
interface Taken {
  items?: readonly OutstandingItem[]
  ahead?: number
  captured?: number
  currency?: string
  fit?: CaptureFit
  status?: PaymentTransaction['status']
}

/** A gateway of the desk: what it was asked, and what it answers, one after the other; then it knows of nothing. */
export interface ToldGateway {
  asked: (readonly ['refund' | 'refundStatus', RefundOrder])[]
  answers: RefundAnswer[]
  /** Refunds of this account are made by hand only. */
  byHand: boolean
}

export type CaptureDesk = Awaited<ReturnType<typeof captureDesk>>

/** A portal with people of Finance, one of whom has a second login, buyers with open items, and a gateway that is told. */
export async function captureDesk() {
  const portal = await demoPortal()
  const { db } = portal
  const employees: number[] = await db('employee').orderBy('id').limit(2).pluck('id')
  const login = (at: number) => personWith(portal, ['FINANCE'], { employeeId: employees[at] })
  const [asha, vikram, ashaAgain] = [await login(0), await login(1), await login(0)]
  const account = await db('payment_account').where('code', 'MAIN').first('id')
  const gateway: ToldGateway = { asked: [], answers: [], byHand: false }
  const answer = (call: 'refund' | 'refundStatus') => async (order: RefundOrder) => {
    gateway.asked.push([call, order])
    return gateway.answers.shift() ?? ({ status: 'UNKNOWN', why: 'NOT_FOUND', message: 'not found' } as const)
  }
  connectGateways(
    db,
    () =>
      ({
        refund: gateway.byHand ? null : answer('refund'),
        refundStatus: gateway.byHand ? null : answer('refundStatus'),
      }) as unknown as Gateway,
  )
  let last = 0

  const buyer = (balances: readonly number[] = []) => payingCustomer(portal, balances)
  type Buyer = Awaited<ReturnType<typeof buyer>>

  /** A payment of a buyer that is at its gateway. */
  async function started(of: Buyer, { items = [], ahead = 0, status = 'PENDING' }: Taken = {}) {
    const txnNo = `PT2627${String(++last).padStart(8, '0')}`
    const { id: userId } = await db('user').where('customerId', of.customerId).orderBy('id').first('id')
    return transact(db, async trx => {
      const amount = items.reduce((sum, item) => sum + item.balanceAmount, ahead)
      const row = withDefaults(paymentTransaction, {
        ...{ txnNo, customerId: of.customerId, userId, accountId: account.id, gateway: 'MOCK', companyCode: '1000' },
        ...{ amount, advanceAmount: ahead, status, idempotencyKey: txnNo, requestHash: txnNo },
        ...{ initiatedAt: now(), lockUntil: secondsFromNow(86_400) },
      })
      const [payment] = await insertRows(trx, paymentTransaction, [row as Partial<PaymentTransaction>], author)
      const plan = items.map(({ id: itemId, documentNo, balanceAmount }) => ({
        ...{ transactionId: payment!.id, customerId: of.customerId, itemId, documentNo, amount: balanceAmount },
        tdsAmount: 0,
      }))
      await insertRows(trx, paymentAllocation, plan, author)
      await addAttempt(trx, payment!, author)
      return recountPayment(trx, payment!.id, author)
    })
  }

  /** What the gateway takes for a payment, in paise; with another id than that before it is another capture. */
  async function capture(payment: PaymentTransaction, taken: Taken & { id?: string } = {}): Promise<PaymentCapture> {
    const facts = {
      gatewayTxnId: taken.id ?? `G${payment.txnNo}${taken.fit === 'SECOND' ? 'B' : ''}`,
      amount: taken.captured ?? payment.amount,
      currency: taken.currency ?? 'INR',
    }
    const taking = { via: 'POLL' as const, ...(taken.fit && { fit: taken.fit }) }
    return (await transact(db, trx => takeCapture(trx, payment, facts, taking, author))).capture
  }

  /** A payment of a buyer for which the gateway took something. */
  async function captured(of: Buyer, taken: Taken = {}): Promise<PaymentCapture> {
    return capture(await started(of, taken), taken)
  }

  const captureNow = async ({ id }: Pick<PaymentCapture, 'id'>) =>
    (await rowsOf(db, paymentCapture, rows => rows.where({ id })))[0]!
  const refundsOf = ({ id }: Pick<PaymentCapture, 'id'>): Promise<Refund[]> =>
    rowsOf(db, refund, rows => rows.where('captureId', id).orderBy('id'))

  /** Takes a step of a refund as a person. */
  async function onRefund(who: ApiClient, action: string, { id }: Pick<Refund, 'id'>, asked: object = {}) {
    const row = await db('refund').where({ id }).first('id', 'rowVersion')
    return who.post('/api/transaction-view/payment-refunds/actions', { action, rows: [row], asked })
  }

  const act = (who: ApiClient, { id }: Pick<PaymentCapture, 'id'>, deed: string, body: object = {}) =>
    who.post(`/api/payments/captures/${id}/${deed}`, body)

  return {
    ...{ portal, db, asha, vikram, ashaAgain, gateway, buyer, started, capture, captured, onRefund, act },
    ...{ captureNow, refundsOf },
    proof: async (who: ApiClient = asha, ownerType = 'REFUND') =>
      (await sendFile(portal, who, ownerType)).body.id as number,
    /** Proposes a refund and returns it. */
    async proposed(of: PaymentCapture, amount: number, how: 'API' | 'HAND' = 'API'): Promise<Refund> {
      const { status, body } = await act(asha, of, 'refund', { amount, how, reason: 'Paid twice' })
      if (status !== 201) throw new Error(`The refund was refused: ${JSON.stringify(body)}`)
      return (await rowsOf(db, refund, rows => rows.where('id', body.id)))[0]!
    },
    refundNow: async ({ id }: Pick<Refund, 'id'>) => (await rowsOf(db, refund, rows => rows.where({ id })))[0]!,
    payment: async ({ transactionId: id }: Pick<PaymentCapture, 'transactionId'>) =>
      (await rowsOf(db, paymentTransaction, rows => rows.where({ id })))[0]!,
    /** The live places of a capture's rupees: target, document, paise. */
    places: async ({ id }: Pick<PaymentCapture, 'id'>): Promise<(readonly [string, string | null, number])[]> =>
      (await db('capture_allocation').where('captureId', id).whereNot('clearingStatus', 'RELEASED').orderBy('seq')).map(
        ({ target, documentNo, amount }) => [target, documentNo, amount] as const,
      ),
    holderOf: async ({ id }: OutstandingItem): Promise<number | null> =>
      (await db('upload_outstanding').where({ id }).first('lockedById')).lockedById,
    /** The templates of the mails about something, oldest first. */
    mails: (ownerType: string, ownerId: number): Promise<string[]> =>
      db('message_log').where({ ownerType, ownerId }).orderBy('id').pluck('templateCode'),
    /** Money that went back of a capture, as a gateway or a file says. */
    returned: (of: PaymentCapture, kind: Refund['kind'], amount: number, more: object = {}) =>
      transact(db, trx =>
        takeReturn(trx, of.id, { kind, amount, eventId: null, text: 'The gateway says so', ...more }, author),
      ),
    /** Lets the job ask the gateway about the refunds of a capture that wait, whenever they are due, and about no other. */
    async askNow({ id: captureId }: Pick<PaymentCapture, 'id'>, ...answers: readonly RefundAnswer[]) {
      gateway.answers = [...answers]
      gateway.asked = []
      const waiting = () => db('refund').whereNotNull('nextAskAt')
      await waiting().whereNot({ captureId }).update({ nextAskAt: '9999-12-31T00:00:00.000Z' })
      await waiting().where({ captureId }).update({ nextAskAt: now() })
      await askRefunds(db)
      return gateway.asked.map(([call]) => call)
    },
    /** What does not agree in the books of a payment once SAP has what it is sent; nothing, as it must be. */
    async faults({ transactionId }: Pick<PaymentCapture, 'transactionId'>) {
      await portal.runDue()
      return differencesAmong(db, await rowsOf(db, paymentTransaction, rows => rows.where('id', transactionId)))
    },
    differences: ({ transactionId }: Pick<PaymentCapture, 'transactionId'>) =>
      db('payment_difference').where({ transactionId }).orderBy('id'),
  }
}
