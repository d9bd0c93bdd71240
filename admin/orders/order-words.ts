import { percentText, pricePer, rupees, rupeesPer } from '../../resources/define/show.ts'
import { netPer, netRupees } from '../../resources/orders/line-price.ts'
import { approvalNames } from '../../resources/orders/order-status.ts'
import type { QuoteLine } from '../../resources/orders/quote/quote.ts'
import type { ApprovalStep } from '../../resources/trade.ts'
import { optionText } from '../derive/value-text.ts'

/** The source of a price in words. */
const sources: Record<string, string> = {
  FREE: 'Free of charge',
  SHIP_TO_PRICE: 'Ship-to price',
  CUSTOMER_PRICE: 'Customer price',
  RATE_CONTRACT: 'Rate contract',
  LIST: 'List price',
}
export const sourceText = (source: string | null | undefined) => (source ? (sources[source] ?? source) : 'No price')

const rules: Record<string, string> = {
  MANUAL: 'Selected manually',
  TOLL_CENTER: 'Toll center of the product',
  CUSTOMER_PRODUCT_CNF: 'CnF of the customer and product',
  CHANNEL_PRODUCT_CNF: 'CnF of the channel and product',
  CNF_PRODUCT: 'CnF of the product',
  SBU_CNF: 'CnF of the SBU in this state',
  CW_SHORTAGE: 'Central warehouse, as the CnF is short',
  DEFAULT_PLANT: 'Default plant of the SBU',
  SAP: 'Selected in SAP',
}
export const ruleText = (rule: string | null | undefined) => (rule ? (rules[rule] ?? rule) : 'No plant')

const otherNames: Record<string, string> = {
  PRODUCT_AND_SEGMENT: 'Discount of the product for the segment',
  PRODUCT: 'Discount of the product',
  GROUP_AND_SEGMENT: 'Discount of the pricing group for the segment',
  GROUP: 'Discount of the pricing group',
  DEFAULT_DISCOUNT: 'Standing discount',
  MANUAL_DISCOUNT: 'Manual discount',
  MEASURE: 'What is measured',
  OWN_LIMIT: 'Own limit',
  FREE_GOODS: 'Budget of free goods',
  MANAGER: 'Manager',
  LIMIT_PRICE: 'Limit price',
  GAP: 'Below the limit price',
  ASP: 'Average selling price',
  LIMIT_ROW: 'Limit',
  SBU_HEAD: 'Head of the SBU',
  EXPOSURE: 'Credit exposure',
  OVERDUE: 'Overdue invoices',
  OPEN_QTY: 'Open quantity of the contract',
  DOCUMENT: 'Document of the end user',
  COVERED: 'Decided before',
  ROLE: 'Holders of the role',
}
/** The name of a step in a stored trace. */
export const traceName = (name: string) => sources[name] ?? rules[name] ?? otherNames[name] ?? optionText(name)

export const approvalText = (step: string) => approvalNames[step as ApprovalStep] ?? step

/**
 * An amount with two decimals, or a dash where the person may not see it, such as what a distributor pays for the
 * customer's goods; a price of several units as `12.34 / 100`.
 */
export const amountText = (value: number | undefined, units = 1) => (value === undefined ? '–' : pricePer(value, units))

/** The net price of a line in a column, with four places where the paisa is not all of it; a dash where none is read. */
export const netText = (line: {
  netPrice?: number | undefined
  netValue?: number | undefined
  priceUnit: number
  qty: number
}) => (line.netPrice === undefined ? '–' : netPer({ ...line, netPrice: line.netPrice }))

type Priced = Pick<
  QuoteLine,
  | 'netValue'
  | 'qty'
  | 'priceUnit'
  | 'listPrice'
  | 'netPrice'
  | 'priceSource'
  | 'defaultDiscountPct'
  | 'manualDiscountPct'
  | 'discountPct'
>

/** Explains the net price in sentences. */
export function priceWords(line: Priced): string[] {
  const { priceUnit, listPrice, netPrice, priceSource, defaultDiscountPct, manualDiscountPct, discountPct } = line
  if (netPrice === undefined) return ['Your distributor bills this line at their price.']
  if (!priceSource) return ['No price was found for the line.']
  const priceText = (paise: number) => (priceUnit === 1 ? `${rupees(paise)} a unit` : rupeesPer(paise, priceUnit))
  const words = [
    priceSource === 'LIST'
      ? `List price ${priceText(listPrice)}.`
      : `${sourceText(priceSource)}; the list price would be ${priceText(listPrice)}.`,
  ]
  if (defaultDiscountPct > 0) words.push(`Less the standing discount of ${percentText(defaultDiscountPct)}.`)
  if (manualDiscountPct > 0) words.push(`Less ${percentText(manualDiscountPct)} manual discount on the remainder.`)
  const net = `${netRupees({ ...line, netPrice })}${priceUnit === 1 ? ' a unit' : ''}`
  words.push(`Net ${net}${discountPct > 0 ? `, ${percentText(discountPct)} below the list price in total` : ''}.`)
  return words
}

type Taxed = Pick<QuoteLine, 'gstRate' | 'cgst' | 'sgst' | 'igst'> & {
  taxReason?: string
  plantState?: string | null
}

/** Explains the estimated GST in a sentence. */
export function taxWords({ gstRate, cgst, sgst, igst, taxReason, plantState }: Taxed): string {
  const from = plantState ?? 'one state'
  if (taxReason) return `${taxReason}.`
  if (igst > 0)
    return `IGST at ${percentText(gstRate)}, ${rupees(igst)}: supplied from ${from} to another state, or to a special economic zone.`
  if (cgst + sgst > 0) {
    return `CGST ${rupees(cgst)} and SGST ${rupees(sgst)}, half of ${percentText(gstRate)} each: supplied and delivered within ${from}.`
  }
  return 'No tax: free of charge, zero rated, or without a supplying plant.'
}

/** Who is to act on a task: a person, everybody with a role, the customer's users, or any one of several people. */
export const assigneesOf = ({ texts }: { texts: Readonly<Record<string, string | undefined>> }) =>
  personNameOf(texts.assigneeUserId) ?? texts.assigneeRoleId ?? texts.assigneeCustomerId ?? 'one of several people'

/** The name of a person, from the text of a reference that also holds the login. */
export const personNameOf = (text: string | undefined) => text?.split(' · ')[0]
