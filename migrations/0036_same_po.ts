import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** PO numbers are compared in capitals, without spaces and marks; those of before are filled in. */
export async function up(db: Knex) {
  await addColumn(db, 'order', 'poKey', `varchar(35){ci}`)

  await addColumn(db, 'order', 'samePo', `varchar(40)`)

  await createIndex(db, 'order', 'order_soldToId_poKey', 'soldToId, poKey')

  const plain = [' ', '-', '/', '.', '_'].reduce(text => `replace(${text}, ?, '')`, 'customerPoNo')
  await db.raw(`update \`order\` set poKey = nullif(upper(${plain}), '') where customerPoNo is not null and poKey is null`, [
    ...[' ', '-', '/', '.', '_'],
  ])
}
