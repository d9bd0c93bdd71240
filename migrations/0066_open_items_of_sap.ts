import type { Knex } from 'knex'
import { addColumn, createIndex, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'upload_outstanding', 'sapItem', `varchar(24){ci}`)

  await addColumn(db, 'upload_outstanding', 'clearingDoc', `varchar(10){ci}`)

  await createIndex(db, 'upload_outstanding', 'upload_outstanding_sapItem', 'sapItem')

  await createIndex(db, 'upload_outstanding', 'upload_outstanding_source_isActive_asOnDate', 'source, isActive, asOnDate')

  await createTable(db, 'payment_clearing', `
    id {id},
    sapItem varchar(24){ci} not null,
    customerId int not null,
    documentNo varchar(16){ci} not null,
    sapDocumentType varchar(2){ci},
    sapBillingDoc varchar(10){ci},
    amount bigint not null,
    clearingDoc varchar(10){ci} not null,
    clearingYear varchar(4){ci},
    clearedOn varchar(10) not null,
    resetOn varchar(10),
    itemId int,
    invoiceId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_clearing_sapItem_unique unique (sapItem),
    constraint payment_clearing_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_clearing_itemId_fk foreign key (itemId) references upload_outstanding (id),
    constraint payment_clearing_invoiceId_fk foreign key (invoiceId) references invoice (id)
  `, {
    payment_clearing_customerId_clearedOn: 'customerId, clearedOn',
    payment_clearing_invoiceId: 'invoiceId',
    payment_clearing_itemId: 'itemId',
    payment_clearing_clearingDoc: 'clearingDoc',
    payment_clearing_sapBillingDoc: 'sapBillingDoc',
  })

  await renameKeys(db)
}

/** The key of an open item has a third part: SAP's item, empty for those of files. */
async function renameKeys(db: Knex) {
  let after = 0
  for (;;) {
    const rows: { id: number; customerId: number; documentNo: string; isActive: number }[] = await db(
      'upload_outstanding',
    )
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .select('id', 'customerId', 'documentNo', 'isActive')
    for (const { id, customerId, documentNo, isActive } of rows) {
      const key = `${customerId}|${documentNo.toLowerCase().replaceAll('|', '||')}|`
      const naturalKey = isActive ? key : `${key}~${id}`
      await db('upload_outstanding').where({ id }).update({ naturalKey })
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
