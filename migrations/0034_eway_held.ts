import type { Knex } from 'knex'
import { addColumn, createIndex, createUniqueIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Each e-way bill is held by the last line of an LR that has it, of all that are not cancelled or sent again. */
export async function up(db: Knex) {
  await addColumn(db, 'lr_line', 'ewayHeld', `varchar(12){ci}`)
  const rows: { id: number }[] = await db('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereNotNull('ewayBillNo')
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .whereNot('lr_line.outcome', 'SENT_AGAIN')
    .groupBy('ewayBillNo')
    .max('lr_line.id as id')
  const holders = rows.map(({ id }) => id)
  for (let start = 0; start < holders.length; start += 500)
    await db('lr_line')
      .whereIn('id', holders.slice(start, start + 500))
      .update({ ewayHeld: db.ref('ewayBillNo') })

  await createUniqueIndex(db, 'lr_line', 'lr_line_ewayHeld_unique', 'ewayHeld')
  await createIndex(db, 'lr_line', 'lr_line_ewayBillNo', 'ewayBillNo')
  await createIndex(db, 'invoice', 'invoice_ewayBillNo', 'ewayBillNo')
}
