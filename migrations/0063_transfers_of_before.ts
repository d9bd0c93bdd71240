import type { Knex } from 'knex'

export { down } from './ddl.ts'

const ROWS = 'payment_settlement_row'

/** Settlement rows of before name the captures of their payments, have their transfers and adjustments, and what differs an owner. */
export async function up(db: Knex) {
  const at = new Date().toISOString()
  const stamps = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  await nameCaptures(db)
  await addTransfers(db, stamps)
  await addAdjustments(db, stamps)
  await giveOwners(db)
}

async function nameCaptures(db: Knex) {
  const captures = (of: string) =>
    db('payment_capture').whereRaw('?? = ??', ['payment_capture.transactionId', `${of}.transactionId`])
  const own = captures(ROWS).whereRaw('?? = ??', ['payment_capture.gatewayTxnId', `${ROWS}.gatewayTxnId`])
  for (const rowId of [own, captures(ROWS)])
    await db(ROWS)
      .whereNull('captureId')
      .whereNotNull('transactionId')
      .update({ captureId: rowId.clone().min('payment_capture.id') })
  await db('payment_difference')
    .whereNull('captureId')
    .whereNotNull('transactionId')
    .update({ captureId: captures('payment_difference').min('payment_capture.id') })
}

async function addTransfers(db: Knex, stamps: object) {
  const known = new Set((await db('payment_transfer')).map(({ accountId, utr }) => `${accountId}/${utr}`.toLowerCase()))
  const sums: Record<string, number | string | null>[] = await db(ROWS)
    .groupBy('accountId', 'settlementRef')
    .select('accountId', 'settlementRef as utr')
    .min({ settlementDate: 'settlementDate', id: 'id' })
    .max({ saidAmount: 'bankAmount' })
    .sum({
      grossAmount: 'grossAmount',
      feeAmount: 'feeAmount',
      taxAmount: 'taxAmount',
      netAmount: 'netAmount',
    })
    .orderBy('id')
  for (const { id: _, ...one } of sums)
    if (!known.has(`${one.accountId}/${one.utr}`.toLowerCase()))
      await db('payment_transfer').insert({ ...one, bankState: 'WAITING', feePosting: 'NOT_DUE', ...stamps })
}

async function addAdjustments(db: Knex, stamps: object) {
  const rows: Record<string, unknown>[] = await db(ROWS)
    .where('kind', 'ADJUSTMENT')
    .whereNotIn('id', db('payment_adjustment').select('settlementRowId'))
    .orderBy('id')
  for (const { id, accountId, eventId, netAmount, settlementRef, settlementDate } of rows)
    await db('payment_adjustment').insert({
      ...{ accountId, eventId, kind: 'OTHER', amount: netAmount, utr: settlementRef, settlementDate },
      ...{ settlementRowId: id, ...stamps },
    })
}

/** Whoever works in Finance first owns what is open. */
async function giveOwners(db: Knex) {
  const owner = await db('user')
    .join('assign_roles', 'assign_roles.userId', 'user.id')
    .join('role', 'role.id', 'assign_roles.roleId')
    .where({ 'role.code': 'FINANCE', 'user.isActive': 1, 'assign_roles.isActive': 1 })
    .min({ id: 'user.id' })
    .first()
  if (owner?.id)
    await db('payment_difference').whereNull('ownerId').whereNot('status', 'CLOSED').update({ ownerId: owner.id })
}
