import { sapCode } from '../../../resources/sap/codes.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'

const incoterms = { FOR: 'CPT', BILLED: 'CPT', TO_PAY: 'FCA' } as const

/** SAP's incoterms of an order: ex works where the customer collects. */
export const incotermsOf = ({ transMode, freightTerms }: Pick<SalesOrderMessage, 'transMode' | 'freightTerms'>) =>
  transMode === 'PWC' ? 'EXW' : incoterms[freightTerms]

/** The partners of an order beside who orders it. */
export const partnersOf = ({ shipTo, billTo, payer }: Pick<SalesOrderMessage, 'shipTo' | 'billTo' | 'payer'>) => ({
  results: [
    { PartnerFunction: 'SH', Customer: sapCode(shipTo) },
    { PartnerFunction: 'BP', Customer: sapCode(billTo) },
    { PartnerFunction: 'PY', Customer: sapCode(payer) },
  ],
})

/** A long text in English; null where it is empty. */
export const texts = (LongTextID: string, text: string | null) =>
  text ? { results: [{ Language: 'EN', LongTextID, LongText: text }] } : null

/** A body without the fields that have no value: SAP determines its own. */
export const present = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))
