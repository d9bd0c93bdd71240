import { rateContracts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { code, integer, money, quantity, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { withinIssuedContractLines } from './issued.ts'
import { products } from './products.ts'
import { rateContractCustomer } from './rate-contract-customer.ts'

/** One product of a rate contract. It repeats the customer, which scopes need. */
export const rateContractLine = record({
  path: 'masters/rate-contract-line',
  name: 'rate-contract-line',
  title: 'Rate Contract Lines',
  purpose: 'The products of each rate contract with rate, agreed quantity and what of it is used up.',
  fields: {
    rateContractId: reference(rateContractCustomer),
    customerId: reference(customer),
    lineNo: integer({ min: 1, max: 99_990, label: 'Line' }),
    productId: reference(products),
    rate: money({ min: 0.01 }),
    contractQty: quantity({ min: 0.001, label: 'Contract quantity' }),
    consumedQty: quantity({ default: 0, server: true, label: 'Consumed' }),
    reservedQty: quantity({ default: 0, server: true, label: 'Reserved' }),
    uom: code({ max: 3, label: 'Unit' }),
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

/**
 * What may still be called off a line of a contract: agreed less consumed less reserved, where `own` is what the order in
 * question holds itself; nothing where more was ordered. In thousandths.
 */
export const openQtyOf = (
  { contractQty, consumedQty, reservedQty }: Pick<RateContractLine, 'contractQty' | 'consumedQty' | 'reservedQty'>,
  own = 0,
): number => Math.max(0, contractQty - consumedQty - reservedQty + own)
