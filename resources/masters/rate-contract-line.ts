import { rateContracts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { code, date, integer, money, quantity, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { withinIssuedContractLines } from './issued.ts'
import { products } from './products.ts'
import { rateContractCustomer } from './rate-contract-customer.ts'

/** One product of a rate contract. It repeats the customer, which scopes need. */
export const rateContractLine = record({
  path: 'masters/rate-contract-line',
  name: 'rate-contract-line',
  title: 'Rate Contract Lines',
  purpose: 'The products of each rate contract with rate, agreed quantity and consumed quantity.',
  fields: {
    rateContractId: reference(rateContractCustomer),
    customerId: reference(customer),
    lineNo: integer({ min: 1, max: 99_990, label: 'Line' }),
    productId: reference(products),
    rate: money({ min: 0.01 }),
    priceUnit: integer({ min: 1, max: 99_999, default: 1, sap: true, hint: 'Number of units the rate is for' }),
    contractQty: quantity({ min: 0.001, label: 'Contract quantity' }),
    consumedQty: quantity({ default: 0, server: true, label: 'Consumed' }),
    sapConsumedQty: quantity({
      default: 0,
      server: true,
      sap: true,
      label: 'Consumed in SAP',
      hint: 'Quantity on orders that were entered in SAP',
    }),
    reservedQty: quantity({ default: 0, server: true, label: 'Reserved' }),
    uom: code({ max: 3, label: 'Unit' }),
    lineFrom: date({ optional: true, sap: true, label: 'From', hint: 'Leave empty to follow the contract' }),
    lineTo: date({ optional: true, sap: true, label: 'To', hint: 'Leave empty to follow the contract' }),
  },
  key: ['rateContractId', 'lineNo'],
  display: ['rateContractId', 'lineNo'],
  list: ['rateContractId', 'lineNo', 'productId', 'rate', 'contractQty', 'consumedQty', 'uom'],
  sort: ['rateContractId', 'lineNo'],
  indexes: [['customerId', 'productId'], ['productId']],
  access: rateContracts,
  partOf: 'rateContractId',
  within: withinIssuedContractLines,
})

export type RateContractLine = Row<typeof rateContractLine>

/** The columns of a line that nobody called off yet and that has no period of its own. */
export const unusedContractLine = { consumedQty: 0, reservedQty: 0, sapConsumedQty: 0, lineFrom: null, lineTo: null }

/**
 * What may still be called off a line of a contract: agreed less consumed, here and in SAP, less reserved, where `own` is
 * what the order in question holds itself; nothing where more was ordered. In thousandths.
 */
export const openQtyOf = (
  {
    contractQty,
    consumedQty,
    sapConsumedQty,
    reservedQty,
  }: Pick<RateContractLine, 'contractQty' | 'consumedQty' | 'sapConsumedQty' | 'reservedQty'>,
  own = 0,
): number => Math.max(0, contractQty - consumedQty - sapConsumedQty - reservedQty + own)
