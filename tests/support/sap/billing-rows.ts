/** Billing documents in SAP's wire form, for tests of reading them. */
import { sapInstant } from '../../../api/sap/http/odata.ts'

type Wire = Record<string, unknown>

export const results = (rows: Wire[]) => ({ results: rows })

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`

/** A pricing condition of an item. */
export const condition = (type: string, amount: string, more: Wire = {}): Wire => ({
  ConditionType: type,
  ConditionRateValue: '0.000000000',
  ConditionAmount: amount,
  ConditionIsForStatistics: false,
  ConditionInactiveReason: '',
  ...more,
})

/** Twenty units of LS-1001 at 100 rupees with 18 % GST, delivered from plant 1010. */
export const billingItem = (no: number, more: Wire = {}): Wire => ({
  BillingDocumentItem: `${no}`.padStart(6, '0'),
  SalesDocument: '5000000001',
  SalesDocumentItem: `${no}`.padStart(6, '0'),
  ReferenceSDDocument: '0080000001',
  ReferenceSDDocumentItem: `${no}`.padStart(6, '0'),
  ReferenceSDDocumentCategory: 'J',
  Material: no === 10 ? 'LS-1001' : 'LS-1002',
  Plant: '1010',
  Batch: 'B26110001',
  YY1_BatchExpiry_BDI: day('2028-11-20'),
  BillingQuantity: no === 10 ? '20.000' : '5.000',
  BillingQuantityUnit: 'EA',
  BaseUnit: 'EA',
  BillingToBaseQuantityNmrtr: '1',
  BillingToBaseQuantityDnmntr: '1',
  ItemGrossWeight: '50.000',
  ItemWeightUnit: 'KG',
  NetAmount: '2000.00',
  TaxAmount: '360.00',
  to_PricingElement: results([
    condition('PR00', '2000.00', { ConditionRateValue: '100.000000000', ConditionQuantity: '1' }),
    condition('JOCG', '180.00', { ConditionRateValue: '9.000000000' }),
    condition('JOSG', '180.00', { ConditionRateValue: '9.000000000' }),
  ]),
  ...more,
})

export const billingRow = (items: Wire[], more: Wire = {}): Wire => ({
  BillingDocument: '0090000001',
  SDDocumentCategory: 'M',
  BillingDocumentType: 'F2',
  BillingDocumentDate: day('2026-11-20'),
  BillingDocumentIsCancelled: false,
  CancelledBillingDocument: '',
  LastChangeDateTime: sapInstant('2026-11-20T06:30:00.000Z'),
  AccountingPostingStatus: 'C',
  InvoiceClearingStatus: 'A',
  SoldToParty: '0000100123',
  PayerParty: '0000100123',
  DocumentReferenceID: 'LS26INV000001',
  TotalNetAmount: '2000.00',
  TaxAmount: '360.00',
  TotalGrossAmount: '2360.00',
  YY1_IRN_BDH: '',
  to_Partner: results([{ PartnerFunction: 'SH', Customer: '0000200123' }]),
  to_Item: results(items),
  ...more,
})
