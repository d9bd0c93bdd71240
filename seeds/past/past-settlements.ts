import type { Knex } from 'knex'
import type { Context } from '../../api/derive/command/serve-commands.ts'
import { ImportRow } from '../../api/derive/import/import-row.ts'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { proposeRefund } from '../../api/payments/refunds/propose-refund.ts'
import { importSettlement } from '../../api/payments/settlement/import-settlement.ts'
import { compareSettlements } from '../../api/payments/settlement/nightly-settlements.ts'
import { today } from '../../api/platform/clock.ts'
import { percentOf, sum } from '../../resources/define/amounts.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { type PaymentCapture, paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { type PaymentDifference, paymentDifference } from '../../resources/payments/payment-difference.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../resources/payments/payment-settlement-row.ts'
import { paymentTask } from '../../resources/payments/payment-task.ts'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { type GatewayName, gateways, type PaymentTaskKind } from '../../resources/payments/payment-words.ts'
import { refund } from '../../resources/payments/refund.ts'
import type { DifferenceKind } from '../../resources/payments/settlement-words.ts'
import { settlementSheet } from '../../resources/uploads/settlement.ts'
import { callerNamed, savePaper } from '../orders.ts'
import { act } from './past.ts'
import { type Counter, paymentNamed } from './past-payments.ts'

/** What is odd in the file of a day. */
export type Oddity =
  | 'unknown payment'
  | 'other amount'
  | 'other net'
  | 'other sum'
  | 'not paid'
  | 'twice'
  | 'refund'
  | 'unknown refund'
  | 'refund twice'
  | 'changed'

/** What the gateways keep of a payment, in hundredths of a percent, and the tax on it. */
const FEE = 180
const TAX = 1800

/** A row of a settlement file, in the names of its sheet. */
type SheetRow = Record<string, string | number | null>

/** Finance takes in what each gateway settled since the last file, and the portal compares in the night. */
export async function takeSettlements(counter: Counter, odd: readonly Oddity[]): Promise<void> {
  const { trx } = counter.past
  const due = await rowsOf(trx, paymentCapture, rows =>
    rows
      .whereNull('settlementRef')
      .where('currency', 'INR')
      .where('capturedAt', '<', `${today()}T00:00:00.000Z`)
      .orderBy('id'),
  )
  const left = counter.paymentIds.get('never settled')
  const payments = await rowsOf(trx, paymentTransaction, rows =>
    rows.whereIn(
      'id',
      due.map(({ transactionId }) => transactionId),
    ),
  )
  const paymentOf = new Map(payments.map(one => [one.id, one]))
  const rows = due
    .filter(({ transactionId }) => transactionId !== left)
    .map(one => rowFor(paymentOf.get(one.transactionId)!, one))
  for (const oddity of odd) await addOddity(counter, rows, oddity)
  await takeIn(counter, rows)
  await compareSettlements(trx)
}

const rowFor = (
  { gateway, txnNo, ...payment }: PaymentTransaction,
  {
    accountId,
    gatewayTxnId,
    amount,
  }: Pick<PaymentCapture, 'accountId' | 'amount'> & {
    gatewayTxnId: string | null
  } = payment,
): SheetRow => {
  const fee = percentOf(amount, FEE)
  return {
    ...{ gateway, accountId, gatewayTxnId, txnNo, amount, fee, taxOnFee: percentOf(fee, TAX) },
    ...{ settlementDate: today(), settlementRef: utrOf(gateway) },
  }
}

/** The UTR of what a gateway pays today, of the form that its bank gives it. */
const utrOf = (gateway: GatewayName) =>
  `HDFCN5${today().replaceAll('-', '')}${String(gateways.indexOf(gateway) + 1).padStart(8, '0')}`

/** Puts one thing into the rows that does not agree with the portal. */
async function addOddity(counter: Counter, rows: SheetRow[], oddity: Oddity): Promise<void> {
  const [first] = rows
  const of = async (name: string) => (await paymentNamed(counter, name))?.payment
  const add = (payment: PaymentTransaction | undefined, more: SheetRow = {}) => {
    if (payment) rows.push({ ...rowFor(payment), fee: 0, taxOnFee: 0, ...more })
  }
  if (oddity === 'twice') return add(await of('settled twice'))
  if (oddity === 'refund') {
    const payment = await of('partly refunded')
    return add(payment, { kind: 'REFUND', amount: percentOf(payment?.amount ?? 0, 1000) })
  }
  if (oddity === 'not paid') return add(await of('expired'))
  if (oddity === 'refund twice') {
    const payment = await of('refunded')
    for (const eventId of ['RF1', 'RF2']) add(payment, { kind: 'REFUND', eventId: `${eventId}-${payment?.txnNo}` })
    return
  }
  if (oddity === 'changed') {
    const [known] = await rowsOf(counter.past.trx, paymentSettlementRow, some =>
      some.where('kind', 'SALE').orderBy('id').limit(1),
    )
    if (known) rows.push(sheetRowOf(known))
    return
  }
  if (!first) return
  if (oddity === 'unknown payment') rows.push({ ...first, txnNo: null, gatewayTxnId: `${first.gatewayTxnId}X` })
  if (oddity === 'unknown refund')
    rows.push({ ...first, txnNo: null, gatewayTxnId: `${first.gatewayTxnId}Y`, kind: 'REFUND', eventId: 'RF-UNKNOWN' })
  if (oddity === 'other amount') first.amount = Number(first.amount) - 100_00
  if (oddity === 'other net') first.netAmount = Number(first.amount) - Number(first.fee)
  if (oddity === 'other sum') {
    const own = rows.filter(row => row.settlementRef === first.settlementRef)
    const net = sum(own.map(row => Number(row.amount) - Number(row.fee) - Number(row.taxOnFee)))
    for (const row of own) row.bankAmount = net - 50_000
  }
}

/** A row that was taken in, as a later file has it: the gateway kept ten rupees more. */
const sheetRowOf = (row: PaymentSettlementRow): SheetRow => ({
  ...{ accountId: row.accountId, gatewayTxnId: row.gatewayTxnId, txnNo: row.txnNo, kind: row.kind },
  ...{ amount: row.grossAmount, fee: row.feeAmount + 10_00, taxOnFee: row.taxAmount },
  ...{ settlementDate: row.settlementDate, settlementRef: row.settlementRef },
})

async function takeIn({ past: { trx, rows: seeds } }: Counter, rows: readonly SheetRow[]) {
  if (rows.length === 0) return
  const { person, author } = await callerNamed(trx, seeds, 'finance')
  const file = rows.map((row, index) => {
    const one = new ImportRow(index + 2, [])
    one.row = withDefaults(settlementSheet, row)
    return one
  })
  await importSettlement(trx as Knex.Transaction, file, { person, author, given: {}, columns: [] })
  const [fault] = file.flatMap(({ faults }) => faults)
  if (fault) throw new Error(`A settlement of the past is refused: ${fault.message}`)
}

/** Finance says why differences of a kind may be closed; a second person confirms it, unless they still look at it. */
export async function closeDifferences(
  { past }: Counter,
  kind: DifferenceKind,
  reason: string,
  isConfirmed = true,
): Promise<void> {
  const find = (status: string) =>
    rowsOf(past.trx, paymentDifference, rows => rows.where({ kind, status }).orderBy('id').limit(1))
  const take = (login: string, action: string, row: PaymentDifference | undefined, input = {}) =>
    row && act(past, login, paymentDifference, action, row, input)
  await take('finance', 'close', (await find('OPEN'))[0], { reason })
  if (isConfirmed) await take('sneha', 'confirmClosing', (await find('PROPOSED'))[0])
}

/** Finance marks the first open task of a kind done. */
export async function closeTask({ past }: Counter, kind: PaymentTaskKind, reason: string): Promise<void> {
  const [task] = await rowsOf(past.trx, paymentTask, rows =>
    rows.where({ kind, status: 'OPEN' }).orderBy('id').limit(1),
  )
  if (task) await act(past, 'sneha', paymentTask, 'close', task, { reason })
}

interface PastRefund {
  /** Hundredths of a percent of what was captured last. */
  share: number
  reason: string
  /** What the second person does; null while they have not looked. */
  decided: 'confirmRefund' | 'reject' | null
  /** Only a capture that fits so goes back. */
  fit?: PaymentCapture['fit']
}

/** Finance proposes that money of a payment's last capture goes back; a second person decides, and both see it through. */
export async function giveBack(
  counter: Counter,
  name: string,
  { share, reason, decided, fit }: PastRefund,
): Promise<void> {
  const { past } = counter
  const capture = await lastCapture(counter, name)
  if (!capture || (fit && capture.fit !== fit)) return
  const { person, author } = await callerNamed(past.trx, past.rows, 'finance')
  const asked = { id: capture.id, amount: percentOf(capture.amount, share), how: 'HAND' as const, reason }
  const { id } = await proposeRefund(asked, { trx: past.trx, person, author } as Context)
  const take = async (login: string, action: string, input: object = {}) => {
    const [row] = await rowsOf(past.trx, refund, rows => rows.where({ id }))
    await act(past, login, refund, action, row!, input)
  }
  if (!decided) return
  await take('sneha', decided, decided === 'reject' ? { reason: 'The buyer keeps the goods after all' } : {})
  if (decided === 'reject') return
  const proofId = await savePaper(past.rows, past.home, 'REFUND', `Refund of ${name}`, author)
  const doneReference = `N${today().replaceAll('-', '')}${String(id).padStart(7, '0')}`
  await take('finance', 'enterDone', { doneReference, doneOn: today(), proofId })
  await take('sneha', 'confirmDone')
}

/** Two people of Finance take note of what the gateway gave back of a payment by itself. */
export async function takeNote(counter: Counter, name: string): Promise<void> {
  const { past } = counter
  const capture = await lastCapture(counter, name)
  if (!capture) return
  for (const login of ['finance', 'sneha']) {
    const [row] = await rowsOf(past.trx, refund, rows => rows.where({ captureId: capture.id, how: 'GATEWAY' }))
    if (row) await act(past, login, refund, 'acknowledge', row)
  }
}

async function lastCapture(counter: Counter, name: string): Promise<PaymentCapture | undefined> {
  const named = await paymentNamed(counter, name)
  if (!named) return undefined
  const [capture] = await rowsOf(counter.past.trx, paymentCapture, rows =>
    rows.where('transactionId', named.payment.id).orderBy('id', 'desc').limit(1),
  )
  return capture
}
