import type { Knex } from 'knex'

/** Says on lines of LRs that were written without it which delivery they carry: that of their goods. */
export const nameDeliveries = (db: Knex): Promise<number> =>
  db('lr_line')
    .whereNull('deliveryId')
    .whereNotNull('invoiceId')
    .update({
      deliveryId: db('lr_line_item')
        .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
        .whereRaw('?? = ??', ['lr_line_item.lrLineId', 'lr_line.id'])
        .min('sap_delivery_line.deliveryId'),
    })
