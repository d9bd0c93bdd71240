import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** What the consignee pays, what is Sigma's and what was cancelled carries no freight of ours. */
export async function up(db: Knex) {
  const others = db('lr')
    .where({ freightTerms: 'TO_PAY' })
    .orWhere({ businessLine: 'SIGMA' })
    .orWhere({ deliveryStatus: 'CANCELLED' })
    .select('id')
  for (const table of ['lr_line', 'lr_line_item'])
    await db(table).whereIn('lrId', others).whereNot('freightShare', 0).update({ freightShare: 0 })
}
