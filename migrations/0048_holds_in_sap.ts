import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** What holds orders in SAP: blocks of customers and deliveries, warnings of creation, and how far SAP has come. */
export async function up(db: Knex) {
  await addColumn(db, 'customer', 'sapDeliveryBlock', `varchar(2){ci}`)
  await addColumn(db, 'order', 'deliveredInSap', `varchar(40)`)
  await addColumn(db, 'order', 'rejectedInSap', `varchar(40)`)
  await addColumn(db, 'order_line', 'sapUom', `varchar(3){ci}`)
  await addColumn(db, 'order_line', 'confirmedJson', `mediumtext`)
  await addColumn(db, 'sap_delivery', 'deliveryBlock', `varchar(2){ci}`)
  await addColumn(db, 'sap_delivery', 'creditStatus', `varchar(2){ci}`)
  await addColumn(db, 'sap_delivery', 'incompletion', `varchar(2){ci}`)
}
