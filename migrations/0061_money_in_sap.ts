import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'capture_allocation', 'sapLine', `varchar(40)`)

  await addColumn(db, 'refund', 'namedSapDoc', `varchar(10){ci}`)

  await addColumn(db, 'refund', 'namedSapYear', `varchar(4){ci}`)

  await addColumn(db, 'refund', 'namedById', `int constraint refund_namedById_fk references user (id)`)
}
