import type { Knex } from 'knex'
import { coaFile } from '../../resources/coa/coa-batch.ts'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { coaMappingSheet } from '../../resources/uploads/coa-mapping.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { defineScopes } from '../derive/rights/define-scopes.ts'
import {
  changeVisibility,
  confirmGuesses,
  importMappings,
  leaveFilesOut,
  mapFile,
  withdrawCertificates,
} from './tray-actions.ts'

/**
 * The ids of the certificates of batches that a customer was invoiced, or that went out on an order of their own: the end
 * customer of a distributor has no invoice. What was cancelled counts for nobody.
 */
const certificatesOfGoods = (db: Knex, customerId: number): Knex.QueryBuilder =>
  db('coa_document as certificate')
    .whereExists(
      db('invoice_line')
        .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
        .leftJoin('order_line', 'order_line.id', 'invoice_line.orderLineId')
        .where('invoice_line.productId', db.ref('certificate.productId'))
        .where('invoice_line.batchNo', db.ref('certificate.batchNo'))
        .where({ 'invoice.isCancelled': 0, 'invoice.invoiceType': 'INVOICE' })
        .where(any =>
          any
            .where('invoice.soldToId', customerId)
            .orWhereIn('invoice.orderId', db('order').where({ customerId }).select('id'))
            .orWhereIn('order_line.orderId', db('order').where({ customerId }).select('id')),
        ),
    )
    .select('certificate.id')

extend(coaDocument, { actions: { withdraw: withdrawCertificates, setVisibility: changeVisibility } })
extend(coaFile, {
  actions: { confirm: confirmGuesses, map: mapFile, leaveOut: leaveFilesOut },
  upload: { sheet: coaMappingSheet, save: importMappings },
})

defineScopes({ certificatesOfMyGoods: (db, { customerId }) => certificatesOfGoods(db, customerId ?? 0) })

/** Certificates of analysis: their upload, their search and their links. */
export const certificateRoom: Room = {
  serves: () => import('./serve.ts'),
}
