import { percentText } from '../../define/show.ts'
import { netRupees } from '../line-price.ts'
import type { QuoteLine } from './quote.ts'

type Decided = Pick<
  QuoteLine,
  'priceUnit' | 'netPrice' | 'netValue' | 'qty' | 'priceSource' | 'discountPct' | 'sourceRule' | 'plant'
> & {
  plantState?: string | null
}

const prices: Readonly<Record<string, string>> = {
  SHIP_TO_PRICE: 'the price agreed for this delivery address',
  CUSTOMER_PRICE: 'the price agreed with the customer',
  RATE_CONTRACT: 'the price of the rate contract',
  LIST: 'the list price',
}

const supplies: Readonly<Record<string, string>> = {
  MANUAL: 'selected by customer service',
  TOLL_CENTER: 'where the product is made',
  CUSTOMER_PRODUCT_CNF: 'which supplies this customer with the product',
  CHANNEL_PRODUCT_CNF: 'which supplies the product in this channel',
  CNF_PRODUCT: 'which stocks the product',
  SBU_CNF: 'which serves the state of delivery',
  CW_SHORTAGE: 'the central warehouse, as the CnF is short of stock',
  DEFAULT_PLANT: 'the usual plant for these goods',
  SAP: 'as confirmed with the order',
}

/** What decided the price and the plant of a line, in one sentence that can be read out to its customer. */
export const decisionSentence = (line: Decided): string => `${priceClause(line)}; ${supplyClause(line)}.`

function priceClause({ priceUnit, netPrice, netValue, qty, priceSource, discountPct }: Decided): string {
  if (netPrice === undefined) return 'The distributor bills this line at their price'
  if (!priceSource) return 'There is no price for this line yet'
  if (priceSource === 'FREE') return 'This line is free of charge'
  const price = `${netRupees({ priceUnit, netPrice, netValue, qty })}${priceUnit === 1 ? ' a unit' : ''}`
  const why = prices[priceSource] ?? 'the agreed price'
  if (discountPct <= 0) return `The price is ${price}, ${why}`
  const off = `${percentText(discountPct)} below the list price`
  return `The price is ${price}, ${priceSource === 'LIST' ? off : `${why}, ${off}`}`
}

function supplyClause({ plant, plantState, sourceRule }: Decided): string {
  if (!plant) return 'no plant can supply it yet'
  const name = plant.replace(/^.*? · /, '')
  const why = sourceRule && supplies[sourceRule]
  return `the goods come from ${name}${plantState ? ` in ${plantState}` : ''}${why ? `, ${why}` : ''}`
}
