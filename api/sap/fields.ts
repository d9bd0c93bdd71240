import type { Knex } from 'knex'
import { readSettings } from '../platform/settings.ts'

/** The names that differ from one SAP landscape to the next; everything else is the standard of the released services. */
export type SapFields = {
  /** The header field that carries our order number, and by which an order is searched for before it is sent again. */
  orderNo: 'PurchaseOrderByShipToParty' | 'PurchaseOrderByCustomer'
  /** Long text ids: the order's remarks and the line's shipping instruction. */
  remarks: string
  shippingInstruction: string
  /** Condition types: net price, freight, and the Indian GST conditions. */
  price: string
  freight: string
  cgst: string
  sgst: string
  utgst: string
  igst: string
  /** Key-user fields of the billing document: e-invoice number, net due date, and the batch's expiry on the item. */
  shippingTypes: Record<string, string>
  /** Key-user fields of the billing document: e-invoice number, net due date, and the batch's expiry on the item. */
  irn: string
  dueDate: string
  expiryDate: string
  /** Messages that say a document is locked, hence worth another try: class/number. */
  lockMessages: readonly string[]
}

/**
 * What an unchanged S/4HANA with the India localisation uses: PR00, JOCG, JOSG, JOUG, JOIG and the shipping types 01 to 05
 * are SAP's own; ZFRT, TX01, the YY1 fields and the types beginning with Z are agreed with the landscape.
 */
export const standardFields: SapFields = {
  orderNo: 'PurchaseOrderByShipToParty',
  remarks: 'TX01',
  shippingInstruction: '0002',
  price: 'PR00',
  freight: 'ZFRT',
  cgst: 'JOCG',
  sgst: 'JOSG',
  utgst: 'JOUG',
  igst: 'JOIG',
  shippingTypes: { SURFACE: '01', COURIER: '02', RAIL: '03', AIR: '05', EXPRESS: 'ZE', PWC: 'ZP' },
  irn: 'YY1_IRN_BDH',
  dueDate: 'YY1_NetDueDate_BDH',
  expiryDate: 'YY1_BatchExpiry_BDI',
  lockMessages: ['V1/042', 'ME/006', 'MC/601'],
}

/** The names that are set for this landscape in the settings. */
export async function landscapeFields(db: Knex): Promise<Partial<SapFields>> {
  const settings = await readSettings(db)
  return {
    orderNo: settings['sap.order_key_field'] as SapFields['orderNo'],
    price: settings['sap.price_condition_type'],
    freight: settings['sap.freight_condition_type'],
  }
}
