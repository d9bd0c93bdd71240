import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import * as money from '../../../resources/payments/commands/money.ts'
import { type ApplyLine, oldestLines } from '../../../resources/payments/money/apply-lines.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Bound, bind, type Context } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { invalidField, notFound, refused } from '../../platform/errors.ts'
import { customerOfCart } from '../cart/whose-cart.ts'
import { confirmDecision, decideByHand } from '../decisions/decide.ts'
import { lockPayment } from '../lock-payment.ts'
import { proposeRefund } from '../refunds/propose-refund.ts'
import { lockCapture } from './ledger.ts'
import { type AppliedLine, amountIn, applyToItems, keepOnAccount, type MovedCapture } from './moves.ts'
import { type PayableItem, payableItems } from './payable.ts'
import type { Place } from './take-rupees.ts'

/** What Finance, and a customer for their own, do with money of captures. */
export const moneyCommands: readonly Bound[] = [
  bind(money.applyCapture, applyCapture),
  bind(money.applyOnAccount, applyOnAccount),
  bind(money.showOnAccount, showOnAccount),
  bind(money.keepOnAccount, keepCapture),
  bind(money.refundCapture, proposeRefund),
  bind(money.decidePayment, decideByHand),
  bind(money.confirmDecision, confirmDecision),
]

const isFinance = ({ ability }: Person) => ability.can('approve', paymentCapture.path)

/** Finance puts all that has no item on one; a customer what is on their account. */
const placesOf = (person: Person): readonly Place[] =>
  isFinance(person) ? ['UNRESOLVED', 'ON_ACCOUNT'] : ['ON_ACCOUNT']

/** A capture that the person may move, locked with its payment. Throws 404 out of scope, 422 in another currency. */
async function lockOwn(trx: Knex, id: number, person: Person): Promise<MovedCapture> {
  await demandReadable(trx, id, person)
  const of = await lockCapture(trx, id)
  if (of.capture.currency === 'INR') return of
  throw refused([
    {
      field: 'id',
      code: 'FOREIGN',
      message: `This capture is in ${of.capture.currency}: refund it, or settle it in SAP by hand`,
    },
  ])
}

async function demandReadable(trx: Knex, id: number, person: Person): Promise<void> {
  const row = trx('payment_capture').where('payment_capture.id', id)
  if (!(await restrict(row, trx, paymentCapture, person, 'read').first('payment_capture.id'))) throw notFound()
}

async function applyCapture({ id, ...input }: money.ApplyInput, { trx, person, author }: Context) {
  const of = await lockOwn(trx, id, person)
  const places = placesOf(person)
  const items = await lockItemsFor(trx, of.capture, input.lines)
  const most = await amountIn(trx, of.capture, places)
  const lines = linesOf(input, items, input.amount ?? most, person)
  const applied = await applyToItems(trx, [of], items, { lines, places }, author)
  return { id, applied, message: sentenceOf(applied) }
}

async function applyOnAccount(
  { customerId: named, ...input }: { customerId: number | null } & Pick<money.ApplyInput, 'lines' | 'oldestFirst'>,
  { trx, person, author }: Context,
) {
  const customerId = await customerOfCart(trx, person, named)
  const captures = await lockAll(trx, await onAccountOf(trx, customerId, person))
  if (captures.length === 0) throw invalidField('customerId', 'NOTHING', 'Nothing is on account here')
  const items = await lockItemsFor(trx, captures[0]!.capture, input.lines)
  const most = sum(await Promise.all(captures.map(({ capture }) => amountIn(trx, capture, ['ON_ACCOUNT']))))
  const lines = linesOf(input, items, most, person)
  const applied = await applyToItems(trx, captures, items, { lines, places: ['ON_ACCOUNT'] }, author)
  return { applied, message: sentenceOf(applied) }
}

/** Payments before captures, each by id, as everywhere. */
async function lockAll(trx: Knex, captures: readonly PaymentCapture[]): Promise<MovedCapture[]> {
  const paymentIds = [...new Set(captures.map(({ transactionId }) => transactionId))].toSorted((one, two) => one - two)
  for (const id of paymentIds) await lockPayment(trx, id)
  const locked: MovedCapture[] = []
  for (const { id } of captures) locked.push(await lockCapture(trx, id))
  return locked
}

/** Captures of a customer with something on account, the oldest first, as far as the person reads them. */
const onAccountOf = (db: Knex, customerId: number, person: Person): Promise<PaymentCapture[]> =>
  rowsOf(db, paymentCapture, rows =>
    restrict(rows.where({ customerId, currency: 'INR' }), db, paymentCapture, person, 'read')
      .whereIn(
        'payment_capture.id',
        db('capture_allocation')
          .where({ customerId, target: 'ON_ACCOUNT' })
          .whereNot('clearingStatus', 'RELEASED')
          .select('captureId'),
      )
      .orderBy('payment_capture.id'),
  )

/** The open items of a capture's customer, locked: those of the lines, else all. */
async function lockItemsFor(
  trx: Knex,
  { customerId, accountId }: PaymentCapture,
  lines: money.ApplyInput['lines'],
): Promise<PayableItem[]> {
  const { companyCode } = await trx('payment_account').where('id', accountId).first('companyCode')
  const ids = lines?.map(({ itemId }) => itemId)
  return payableItems(trx, { customerId, companyCode, lock: true, ...(ids && { ids }) })
}

/** The lines that are meant: those that were sent, or the oldest due items first. */
function linesOf(
  { lines, oldestFirst }: Pick<money.ApplyInput, 'lines' | 'oldestFirst'>,
  items: readonly PayableItem[],
  amount: number,
  person: Person,
): ApplyLine[] {
  if (lines === null && !oldestFirst)
    throw invalidField('lines', 'REQUIRED', 'Choose the open items, or let the oldest be settled first')
  const meant = lines?.map(line => ({ ...line, tdsAmount: line.tdsAmount ?? 0 })) ?? oldestLines(asLines(items), amount)
  if (meant.length === 0) throw invalidField('lines', 'NOTHING', 'There is nothing to put on an open item')
  if (!isFinance(person) && meant.some(({ tdsAmount }) => tdsAmount > 0))
    throw invalidField(
      'tdsAmount',
      'FINANCE_ONLY',
      'TDS is entered by Finance: leave it empty, and send the certificate',
    )
  return meant
}

const asLines = (items: readonly PayableItem[]) => items.map(({ item, payable }) => ({ id: item.id, payable }))

const sentenceOf = (applied: readonly AppliedLine[]) => {
  const documents = [...new Set(applied.map(({ documentNo }) => documentNo))]
  const named = documents.length > 3 ? `${documents.length} items` : documents.join(', ')
  return `${rupees(sum(applied.map(({ amount }) => amount)))} is put on ${named}; SAP follows.`
}

async function showOnAccount({ customerId: named }: { customerId: number | null }, { trx: db, person }: Context) {
  const customerId = await customerOfCart(db, person, named)
  const captures = await onAccountOf(db, customerId, person)
  const holder = await db('customer').where('id', customerId).first('id', 'code', 'name')
  const numbers = new Map<number, string>(
    (
      await db('payment_transaction')
        .whereIn(
          'id',
          captures.map(({ transactionId }) => transactionId),
        )
        .select('id', 'txnNo')
    ).map(({ id, txnNo }: { id: number; txnNo: string }) => [id, txnNo]),
  )
  const shown: money.OnAccount['captures'][number][] = []
  for (const capture of captures)
    shown.push({
      ...{ id: capture.id, transactionId: capture.transactionId, capturedAt: capture.capturedAt },
      txnNo: numbers.get(capture.transactionId)!,
      onAccount: await amountIn(db, capture, ['ON_ACCOUNT']),
    })
  const onAccount = sum(shown.map(one => one.onAccount))
  const items = await payableItems(db, { customerId, companyCode: await companyOf(db, captures) })
  const lines = oldestLines(asLines(items), onAccount)
  return {
    customer: holder,
    onAccount,
    captures: shown,
    items: items.map(({ item, payable, heldBy }) => ({
      ...{ id: item.id, documentNo: item.documentNo, documentType: item.documentType, payable, heldBy },
      ...{ documentDate: item.documentDate, dueDate: item.dueDate, balanceAmount: item.balanceAmount },
    })),
    oldestFirst: lines.map(({ itemId, amount }) => ({ itemId, amount })),
  }
}

/** The company code whose items money of these captures settles. */
async function companyOf(db: Knex, [first]: readonly PaymentCapture[]): Promise<string> {
  const accounts = first ? db('payment_account').where('id', first.accountId) : db('payment_account').orderBy('id')
  return (await accounts.first('companyCode'))?.companyCode ?? ''
}

async function keepCapture({ id, amount }: { id: number; amount: number | null }, { trx, person, author }: Context) {
  const of = await lockOwn(trx, id, person)
  const kept = amount ?? of.capture.unresolvedAmount
  if (kept <= 0) throw invalidField('amount', 'NOTHING', 'Nothing of this capture is to decide')
  await keepOnAccount(trx, of, kept, author)
  return { id, message: `${rupees(kept)} is kept on account.` }
}
