import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'sap_outbox', 'orderId', 'int constraint sap_outbox_orderId_fk references `order` (id)')
  await createIndex(db, 'sap_outbox', 'sap_outbox_orderId_status', 'orderId, status')

  await db.raw("update sap_outbox set orderId = ownerId where ownerType = 'ORDER' and orderId is null")
  await db.raw(
    "update sap_outbox set orderId = (select orderId from order_line where order_line.id = sap_outbox.ownerId) where ownerType = 'ORDER_LINE' and orderId is null",
  )
}
