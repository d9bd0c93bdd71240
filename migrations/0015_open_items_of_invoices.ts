import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'invoice', 'payerId', `int constraint invoice_payerId_fk references customer (id)`)
  await addColumn(db, 'invoice', 'isCleared', `tinyint(1) not null default 0`)
  await createIndex(db, 'invoice', 'invoice_payerId_isCancelled_isCleared', 'payerId, isCancelled, isCleared')
  await addColumn(db, 'upload_outstanding', 'sapBillingDoc', `varchar(10){ci}`)
  await addColumn(db, 'upload_outstanding', 'closedOn', `varchar(10)`)

  await db.raw(
    'update invoice set payerId = coalesce((select payerId from `order` where `order`.id = invoice.orderId), soldToId) where payerId is null',
  )
  // Only files closed items until now.
  await db.raw('update upload_outstanding set closedOn = substr(updatedAt, 1, 10) where isActive = 0 and closedOn is null')
  for (const name of ['documentNo', 'sapAccountingDoc'])
    for (const document of name === 'documentNo' ? ['invoiceNo', 'sapBillingDoc'] : ['sapBillingDoc'])
      await db.raw(
        `update upload_outstanding set invoiceId = (
          select min(invoice.id) from invoice where invoice.${document} = upload_outstanding.${name}
            and invoice.invoiceType = upload_outstanding.documentType
            and upload_outstanding.customerId in (invoice.payerId, invoice.soldToId)
            and upload_outstanding.dueDate >= invoice.invoiceDate
        ) where invoiceId is null`,
      )
}
