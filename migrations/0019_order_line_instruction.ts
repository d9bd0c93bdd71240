import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order_line', 'shippingInstructionId', `int constraint order_line_shippingInstructionId_fk references shipping_instructions (id)`)
}
