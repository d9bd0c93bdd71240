import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { certificateDueOn, certificateStateOf, formOf } from '../../../resources/payments/tds/tax-quarters.ts'
import { type TdsCertificate, tdsCertificate } from '../../../resources/payments/tds/tds-certificate.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { transact } from '../../platform/transact.ts'
import { keyOf, tdsOf } from './tds-of.ts'

const author = systemAuthor('TDS of payments')

/**
 * Brings the certificates that are expected of customers in line with the TDS of their payments, in the transaction that
 * moved the money. Nothing else writes what is expected.
 */
export async function recountTds(trx: Knex, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return
  // One after the other for each customer: two first payments of a quarter would both add its row.
  await trx('customer')
    .whereIn('id', [...customerIds])
    .orderBy('id')
    .forUpdate()
    .select('id')
  const deducted = new Map((await tdsOf(trx, { customerIds })).map(one => [keyOf(one), one]))
  const known = await certificatesOf(trx, customerIds)
  for (const row of known) {
    const expectedAmount = deducted.get(keyOf(row))?.amount ?? 0
    if (expectedAmount !== row.expectedAmount) await saveExpected(trx, row, expectedAmount)
    deducted.delete(keyOf(row))
  }
  const added = [...deducted.values()].map(({ customerId, taxYear, quarter, amount: expectedAmount }) =>
    withDefaults(tdsCertificate, {
      ...{ customerId, taxYear, quarter, expectedAmount },
      ...{ form: formOf({ taxYear }), dueOn: certificateDueOn({ taxYear, quarter }) },
    }),
  )
  if (added.length > 0) await insertRows(trx, tdsCertificate, added, author)
}

const certificatesOf = (trx: Knex, customerIds: readonly number[]): Promise<TdsCertificate[]> =>
  rowsOf(trx, tdsCertificate, rows =>
    rows
      .whereIn('customerId', [...customerIds])
      .orderBy('id')
      .forUpdate(),
  )

/** What was written off, or proposed to be, was another amount: it has to be decided again. */
async function saveExpected(trx: Knex, row: TdsCertificate, expectedAmount: number) {
  const asked = { expectedAmount, ...nothingWrittenOff }
  const status = certificateStateOf({ ...row, ...asked })
  await updateRow(trx, tdsCertificate, row, { ...asked, status }, author)
}

/** Nothing is written off, nor proposed to be. */
export const nothingWrittenOff = {
  reason: null,
  writtenOffAmount: null,
  proposedById: null,
  confirmedById: null,
} as const

/** Once a night: brings the certificates of all customers in line. Returns of how many customers. */
export async function recountAllTds(db: Knex): Promise<number> {
  const deducting = (await tdsOf(db)).map(({ customerId }) => customerId)
  const known: number[] = await db('tds_certificate').distinct().pluck('customerId')
  const customerIds = [...new Set([...deducting, ...known])].sort((one, other) => one - other)
  for (const id of customerIds) await transact(db, trx => recountTds(trx, [id]))
  return customerIds.length
}
