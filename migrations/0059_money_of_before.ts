import type { Knex } from 'knex'
import { createIndex, dropColumn, dropReference } from './ddl.ts'

export { down } from './ddl.ts'

type Row = Record<string, any>

/** What of a payment has moved to its captures and attempts, and who reads it there. The first is dropped first. */
const GONE = [
  'postingText',
  'clearingRequest',
  'clearingText',
  'signatureOk',
  'amountOk',
  'sapAccountingDoc',
  'sapFiscalYear',
  'postedAt',
  'sapClearingDoc',
  'namedSapDoc',
  'namedSapYear',
  'pollCount',
  'nextPollAt',
]

/**
 * Money of before becomes captures: what was paid is capture 1 with its live allocations, what was on account stays there,
 * a second capture that waits for Finance is one of its own, to which refunds go first. What was refunded lets go of its
 * items. A payment that does not balance stays as it is, with a task that says so.
 */
export async function up(db: Knex) {
  const isMysql = db.client.driverName === 'mysql2'
  if (await db.schema.hasColumn('payment_transaction', GONE[0]!)) await moveAll(db)

  const dropIndex = (table: string, name: string) =>
    db.raw(isMysql ? `alter table \`${table}\` drop index if exists ${name}` : `drop index if exists ${name}`)
  await dropIndex('payment_transaction', 'payment_transaction_status_nextPollAt')
  for (const column of GONE) await dropColumn(db, 'payment_transaction', column)
  await dropReference(db, 'payment_transaction', 'namedById', { columns: PAYMENT, gone: ['payment_transaction_namedById_fk'] })
  for (const [name, columns] of Object.entries(PAYMENT_INDEXES)) await createIndex(db, 'payment_transaction', name, columns)
  await dropIndex('payment_allocation', 'payment_allocation_itemId_clearingStatus')
  await dropColumn(db, 'payment_allocation', 'clearingStatus')
  await dropColumn(db, 'payment_allocation', 'balanceBefore')
  await db.raw('drop table if exists payment_refund')
}

const PAYMENT = `
    id {id},
    txnNo varchar(20){ci} not null,
    customerId int not null,
    userId int not null,
    cartId int,
    accountId int not null,
    gateway varchar(40) not null,
    companyCode varchar(4){ci} not null,
    amount bigint not null,
    currency varchar(3){ci} not null,
    isAdvance tinyint(1) not null,
    advanceAmount bigint not null default 0,
    capturedAmount bigint not null default 0,
    unallocatedAmount bigint not null,
    unresolvedAmount bigint not null default 0,
    refundedAmount bigint not null,
    status varchar(40) not null,
    postingStatus varchar(40) not null,
    gatewayTxnId varchar(40){ci},
    bankRefNo varchar(40){ci},
    paymentMode varchar(40),
    chargesAmount bigint,
    gatewayStatus varchar(40){ci},
    failureCode varchar(40){ci},
    failureText varchar(255){ci},
    confirmedVia varchar(40),
    initiatedAt varchar(24),
    lockUntil varchar(24),
    overdueSince varchar(24),
    paidAt varchar(24),
    receiptNo varchar(14){ci},
    settlementDate varchar(10),
    settlementRef varchar(40){ci},
    idempotencyKey varchar(64){ci} not null,
    requestHash varchar(64){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_transaction_receiptNo_unique unique (receiptNo),
    constraint payment_transaction_txnNo_unique unique (txnNo),
    constraint payment_transaction_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_transaction_userId_fk foreign key (userId) references user (id),
    constraint payment_transaction_cartId_fk foreign key (cartId) references payment_cart (id),
    constraint payment_transaction_accountId_fk foreign key (accountId) references payment_account (id)
  `

const PAYMENT_INDEXES = {
  payment_transaction_customerId_status: 'customerId, status',
  payment_transaction_userId_idempotencyKey: 'userId, idempotencyKey',
  payment_transaction_status: 'status',
  payment_transaction_postingStatus_paidAt: 'postingStatus, paidAt',
  payment_transaction_accountId_gatewayTxnId: 'accountId, gatewayTxnId',
  payment_transaction_paidAt: 'paidAt',
  payment_transaction_cartId: 'cartId',
}

const HOUR = 3_600_000
const AT_ONCE = 200

async function moveAll(db: Knex) {
  const owner = await db('user')
    .join('assign_roles', 'assign_roles.userId', 'user.id')
    .join('role', 'role.id', 'assign_roles.roleId')
    .where({ 'role.code': 'FINANCE', 'user.isActive': 1 })
    .orderBy('user.id')
    .first('user.id')
  for (let last = 0; ; ) {
    const payments: Row[] = await db('payment_transaction').where('id', '>', last).orderBy('id').limit(AT_ONCE)
    for (const payment of payments) await db.transaction(trx => movePayment(trx, payment, owner?.id ?? null))
    if (payments.length < AT_ONCE) break
    last = Number(payments.at(-1)!.id)
  }
  await holdAnew(db)
}

/** An allocation as it is written: of which capture, and whether it has ended. */
interface Part extends Row {
  target: string
  amount: number
  clearingStatus: string
}

async function movePayment(trx: Knex, payment: Row, ownerId: number | null) {
  const at = String(payment.updatedAt)
  const stamps = { rowVersion: 1, createdAt: at, updatedAt: at }
  if (await trx('payment_attempt').where('transactionId', payment.id).first('id')) return
  const isOpen = ['CREATED', 'PENDING'].includes(String(payment.status))
  const start = String(payment.initiatedAt ?? payment.createdAt)
  await trx('payment_attempt').insert({
    ...{ transactionId: payment.id, n: 1, gatewayOrderNo: payment.txnNo, lastWord: payment.gatewayStatus, isUnknownWord: 0 },
    ...{ startedAt: payment.initiatedAt, askCount: payment.pollCount, nextAskAt: payment.nextPollAt },
    ...{ endedAt: ['FAILED', 'CANCELLED'].includes(String(payment.status)) ? at : null, ...stamps },
  })
  const lockUntil = isOpen ? new Date(Date.parse(start) + 24 * HOUR).toISOString() : null
  const plan: Row[] = await trx('payment_allocation').where('transactionId', payment.id).orderBy('id')
  const advanceAmount = payment.isAdvance ? payment.amount : 0
  await trx('payment_transaction').where('id', payment.id).update({ lockUntil, advanceAmount })
  const tasks: Row[] = await trx('payment_task').where({ transactionId: payment.id, status: 'OPEN' }).orderBy('id')
  const seconds = tasks.filter(({ kind }) => kind === 'DUPLICATE_CAPTURE')
  const odd = tasks.find(({ kind }) => kind === 'AMOUNT_MISMATCH')
  if (isOpen ? !odd : !['SUCCESS', 'REFUNDED'].includes(String(payment.status)) && !odd) return
  const isPaid = ['SUCCESS', 'REFUNDED'].includes(String(payment.status))
  const live = isPaid ? plan.filter(({ clearingStatus }) => clearingStatus !== 'RELEASED') : []
  const parts: Part[] = live.map(({ itemId, documentNo, amount, tdsAmount, balanceBefore, clearingStatus }) => ({
    ...{ target: 'ITEM', itemId, documentNo, amount: Number(amount), tdsAmount, balanceBefore },
    clearingStatus: String(clearingStatus),
  }))
  const onAccount = isPaid ? Number(payment.unallocatedAmount) : 0
  if (onAccount !== 0)
    parts.push({ target: 'ON_ACCOUNT', amount: onAccount, tdsAmount: 0, clearingStatus: 'OPEN' })
  if (isPaid && totalOf(parts) !== Number(payment.amount)) return listUnbalanced(trx, payment, totalOf(parts), stamps)
  const first = isPaid ? firstCapture(payment) : oddCapture(payment, odd!)
  const captures = [first, ...seconds.map((task, index) => secondCapture(payment, task, index + 2))]
  const ids: number[] = []
  for (const capture of captures) ids.push(await insert(trx, 'payment_capture', { ...capture, ...stamps }))
  const rows = new Map<number, Part[]>(ids.map((id, index) => [id, index === 0 ? parts : []]))
  const refunds: Row[] = await trx('payment_refund').where('transactionId', payment.id).orderBy('id')
  for (const refund of refunds) await moveRefund(trx, payment, refund, { ids, captures, rows })
  for (const [id, own] of rows) await writeParts(trx, payment, id, own, stamps)
  await sumUp(trx, payment, { ids, captures, rows }, ownerId)
  await trx('sap_outbox').where({ ownerType: 'PAYMENT', ownerId: payment.id }).update({ ownerType: 'CAPTURE', ownerId: ids[0] })
  const done = { status: 'DONE', reason: 'It is a capture of its own now', doneAt: at, updatedAt: at }
  await trx('payment_task').whereIn('id', [...seconds, ...(odd ? [odd] : [])].map(({ id }) => id)).update(done)
  const letters: Row[] = await trx('message_log').where('attach', 'like', `%"receiptPdf":${payment.id}}%`).select('id')
  for (const letter of letters)
    await trx('message_log').where('id', letter.id).update({ attach: JSON.stringify({ receiptPdf: ids[0] }) })
}

const totalOf = (parts: readonly Part[]) =>
  parts.filter(one => one.clearingStatus !== 'RELEASED').reduce((total, one) => total + one.amount, 0)

const common = (payment: Row): Row => ({
  ...{ transactionId: payment.id!, customerId: payment.customerId!, accountId: payment.accountId! },
  ...{ currency: 'INR', capturedAt: payment.paidAt ?? payment.updatedAt!, seenVia: payment.confirmedVia ?? 'POLL' },
  ...{ status: 'CAPTURED', returnedAmount: 0, unresolvedAmount: 0, clearingRequest: 'NONE', postingStatus: 'NOT_DUE' },
})

const firstCapture = (payment: Row): Row => ({
  ...common(payment),
  ...{ gatewayTxnId: payment.gatewayTxnId ?? payment.txnNo!, amount: payment.amount!, fit: 'EXACT' },
  ...{ bankRefNo: payment.bankRefNo!, mode: payment.paymentMode!, chargesAmount: payment.chargesAmount! },
  ...{ receiptNo: payment.receiptNo!, settlementDate: payment.settlementDate!, settlementRef: payment.settlementRef! },
  sapReference: String(payment.txnNo).slice(-16),
  ...{ postingStatus: payment.postingStatus!, postingText: payment.postingText!, postedAt: payment.postedAt! },
  ...{ sapAccountingDoc: payment.sapAccountingDoc!, sapFiscalYear: payment.sapFiscalYear! },
  ...{ clearingRequest: payment.clearingRequest!, clearingText: payment.clearingText! },
  ...{ sapClearingDoc: payment.sapClearingDoc!, namedSapDoc: payment.namedSapDoc! },
  ...{ namedSapYear: payment.namedSapYear!, namedById: payment.namedById! },
})

const UNSENT = 'Captured before captures were posted: post it again, or name its document'

function oddCapture(payment: Row, task: Row): Row {
  const currency = /\bin ([A-Z]{3})\b/.exec(String(task.details))?.[1] ?? 'INR'
  const fit = currency !== 'INR' ? 'FOREIGN' : Number(task.amount) < Number(payment.amount) ? 'SHORT' : 'OVER'
  return {
    ...common(payment),
    ...{ gatewayTxnId: task.about!, amount: task.amount!, currency, fit, sapReference: String(payment.txnNo).slice(-16) },
    ...(currency === 'INR' && { postingStatus: 'STUCK', postingText: UNSENT }),
  }
}

const secondCapture = (payment: Row, task: Row, n: number): Row => ({
  ...common(payment),
  ...{ gatewayTxnId: task.about!, amount: task.amount!, fit: 'SECOND', capturedAt: task.createdAt! },
  ...{ sapReference: `${String(payment.txnNo).slice(-13)}C${n}`, postingStatus: 'STUCK', postingText: UNSENT },
})

interface Money {
  ids: number[]
  captures: Row[]
  rows: Map<number, Part[]>
}

/** Takes a refund of before over: to a second capture where it fits, of the money that has no place, on account, on items. */
async function moveRefund(trx: Knex, payment: Row, refund: Row, { ids, captures, rows }: Money) {
  const amount = Number(refund.amount)
  const leftOf = (index: number) => Number(captures[index]!.amount) - totalOf(rows.get(ids[index]!)!)
  const second = ids.findIndex((_, index) => index > 0 && leftOf(index) >= amount)
  const index = Math.max(second, 0)
  const captureId = ids[index]!
  const isLive = refund.status !== 'REJECTED'
  const day = String(refund.refundedOn)
  const reversal = refund.fiReversalDoc
  const isBack = refund.status === 'CONFIRMED'
  const id = await insert(trx, 'refund', {
    ...{ refundNo: `PRB${String(refund.id).padStart(8, '0')}`, captureId, transactionId: payment.id!, customerId: payment.customerId! },
    ...{ kind: refund.kind!, how: refund.kind === 'CHARGEBACK' ? 'GATEWAY' : 'HAND', amount, status: isBack ? 'SETTLED' : refund.status! },
    ...{ reason: refund.reason!, eventId: refund.reference!, bankArn: refund.reference!, askCount: 0, proofId: refund.proofId! },
    ...{ doneReference: refund.reference!, doneOn: day, proposedById: refund.proposedById!, confirmedById: refund.confirmedById! },
    ...{ settledAt: isBack ? new Date(`${day}T06:30:00Z`).toISOString() : null, rejectReason: refund.rejectReason! },
    ...{ notedById: isBack ? refund.proposedById! : null, sapDoc: reversal!, postingStatus: !isBack ? 'NOT_DUE' : reversal ? 'MANUAL' : 'STUCK' },
    ...{ postingText: isBack && !reversal ? 'Given back before refunds were posted: reverse it in SAP, and name the document' : null },
    ...{ rowVersion: 1, createdAt: refund.createdAt!, createdById: refund.createdById!, updatedAt: refund.updatedAt!, updatedById: refund.updatedById! },
  })
  if (!isLive) return
  const own = rows.get(captureId)!
  let due = amount - Math.max(0, Math.min(amount, leftOf(index)))
  const order = [...own.filter(one => one.target === 'ON_ACCOUNT'), ...own.filter(one => one.target === 'ITEM').toReversed()]
  for (const part of order) {
    if (due === 0 || part.clearingStatus === 'RELEASED' || part.amount <= 0) continue
    const taken = Math.min(due, part.amount)
    due -= taken
    if (taken < part.amount) own.push({ ...part, amount: part.amount - taken })
    part.clearingStatus = 'RELEASED'
  }
  own.push({ target: 'TO_REFUND', refundId: id, amount, tdsAmount: 0, clearingStatus: 'OPEN' })
}

async function writeParts(trx: Knex, payment: Row, captureId: number, parts: readonly Part[], stamps: Row) {
  const ids = { transactionId: payment.id, customerId: payment.customerId }
  for (const [index, part] of parts.entries())
    await trx('capture_allocation').insert({ ...part, captureId, ...ids, seq: index + 1, ...stamps })
}

async function sumUp(trx: Knex, payment: Row, { ids, captures, rows }: Money, ownerId: number | null) {
  let unresolved = 0
  let returned = 0
  let captured = 0
  let allBack = true
  for (const [index, id] of ids.entries()) {
    const amount = Number(captures[index]!.amount)
    const left = amount - totalOf(rows.get(id)!)
    const backs: Row[] = await trx('refund').where({ captureId: id, status: 'SETTLED' }).orderBy('amount', 'desc')
    const back = backs.reduce((total, one) => total + Number(one.amount), 0)
    const whole = backs[0]?.kind === 'CHARGEBACK' ? 'CHARGED_BACK' : 'REFUNDED'
    const status = back === 0 ? 'CAPTURED' : back < amount ? 'PART_RETURNED' : whole
    const decideBy = new Date(Date.parse(String(payment.updatedAt)) + 72 * HOUR).toISOString().slice(0, 10)
    const open = left > 0 ? { ownerId, decideBy } : {}
    await trx('payment_capture').where({ id }).update({ status, returnedAmount: back, unresolvedAmount: left, ...open })
    allBack &&= back >= amount
    if (captures[index]!.currency !== 'INR') continue
    unresolved += left
    returned += back
    captured += amount
  }
  const live = [...rows.values()].flat().filter(one => one.clearingStatus !== 'RELEASED')
  const serves = live.some(one => one.target !== 'TO_REFUND' && one.amount !== 0)
  const onAccount = live.filter(one => one.target === 'ON_ACCOUNT').reduce((total, one) => total + one.amount, 0)
  const states = new Set((await trx('payment_capture').whereIn('id', ids).pluck('postingStatus')) as string[])
  const order = ['STUCK', 'QUEUED', 'POSTED', 'CLEARED', 'MANUAL']
  await trx('payment_transaction')
    .where('id', payment.id)
    .update({
      status: allBack ? 'REFUNDED' : serves ? 'SUCCESS' : 'CHECKING',
      ...{ capturedAmount: captured, unresolvedAmount: unresolved, refundedAmount: returned, unallocatedAmount: onAccount },
      ...{ postingStatus: order.find(state => states.has(state)) ?? 'NOT_DUE', lockUntil: null },
      ...{ gatewayTxnId: captures[0]!.gatewayTxnId, paidAt: captures[0]!.capturedAt, confirmedVia: captures[0]!.seenVia },
    })
  await trx('payment_attempt').where('transactionId', payment.id).update({ nextAskAt: null, endedAt: null })
}

/** A payment whose rows do not come to its amount is no capture: Finance finds out what it is. */
async function listUnbalanced(trx: Knex, payment: Row, total: number, stamps: Row) {
  const details = `The rows of this payment come to ${total / 100} instead of ${Number(payment.amount) / 100} rupees: compare it with SAP and the gateway.`
  await trx('payment_task').insert({
    ...{ transactionId: payment.id, kind: 'UNALLOCATED', about: 'Rows do not balance', amount: payment.amount, details, status: 'OPEN' },
    ...stamps,
  })
}

/** Writes anew which payment holds which open item, as it follows from their rows. */
async function holdAnew(db: Knex) {
  await db('upload_outstanding').whereNotNull('lockedById').update({ lockedById: null, lockedUntil: null })
  const planned: Row[] = await db('payment_allocation')
    .join('payment_transaction', 'payment_transaction.id', 'payment_allocation.transactionId')
    .whereIn('payment_transaction.status', ['CREATED', 'PENDING'])
    .where('lockUntil', '>', new Date().toISOString())
    .select('itemId', 'transactionId', 'lockUntil')
  const paid: Row[] = await db('capture_allocation')
    .where({ target: 'ITEM', clearingStatus: 'OPEN' })
    .select('itemId', 'transactionId')
  for (const { itemId, transactionId, lockUntil } of [...planned, ...paid])
    await db('upload_outstanding').where('id', itemId).update({ lockedById: transactionId, lockedUntil: lockUntil ?? null })
}

async function insert(trx: Knex, table: string, row: Row): Promise<number> {
  const [id] = await trx(table).insert(row)
  return id!
}
