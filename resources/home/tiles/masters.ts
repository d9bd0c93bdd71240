import { customer } from '../../access-control/customer.ts'
import { custShiptoProdPrice } from '../../masters/cust-shipto-prod-price.ts'
import { products } from '../../masters/products.ts'
import { productwiseLimitPrice } from '../../masters/productwise-limit-price.ts'
import { rateContractCustomer } from '../../masters/rate-contract-customer.ts'
import { rateContractErrors } from '../../masters/rate-contract-errors.ts'
import type { Tile } from '../tile.ts'
import { buyers, sales } from './who.ts'

/** Contracts, limits and master data to complete. */
export const masterTiles: readonly Tile[] = [
  {
    name: 'contract-errors',
    group: 'masters',
    label: 'Rate contract errors',
    roles: ['PRICING_APPROVER'],
    counts: { list: rateContractErrors, where: { status: ['OPEN'] } },
    since: 'createdAt',
    work: { who: ['{contractNo}'], key: '{customerCode}', why: '{errorCode} · {errorText}', due: { workingDays: 2 } },
  },
  {
    name: 'contracts-expiring',
    group: 'masters',
    label: 'Contracts expiring',
    roles: ['PRICING_APPROVER', ...sales, ...buyers],
    counts: { list: rateContractCustomer, where: { isExpiring: true } },
    work: {
      who: ['{customerId}'],
      key: '{contractNo}',
      why: 'The contract ends on {validTo}',
      amount: ['value'],
      due: 'validTo',
      roles: ['PRICING_APPROVER', 'SALES_REP', 'SALES_MANAGER'],
    },
  },
  {
    name: 'prices-ending',
    group: 'masters',
    label: 'Customer prices that end',
    roles: ['PRICING_APPROVER', 'MASTER_ADMIN'],
    counts: { list: custShiptoProdPrice, where: { endsAlone: true } },
    work: {
      who: ['{customerId}'],
      key: '{shipToId}',
      why: 'The price of {productId} ends and none follows',
      due: 'validTo',
    },
  },
  {
    name: 'limits-to-confirm',
    group: 'masters',
    label: 'Limit prices to confirm',
    roles: ['PRICING_APPROVER', 'MASTER_ADMIN'],
    counts: { list: productwiseLimitPrice, where: { confirmStatus: ['PENDING'] } },
    since: 'createdAt',
    work: {
      who: ['{productId}'],
      key: '{channelId}',
      why: 'New limit price {limitPrice}',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'products-to-complete',
    group: 'masters',
    label: 'Products to complete',
    roles: ['MASTER_ADMIN'],
    counts: { list: products, where: { toComplete: 'set' } },
    since: 'createdAt',
    work: { who: ['{name}'], key: '{code}', why: 'Lacks {toComplete}' },
  },
  {
    name: 'customers-to-complete',
    group: 'masters',
    label: 'Customers to complete',
    roles: ['MASTER_ADMIN'],
    counts: { list: customer, where: { toComplete: 'set' } },
    since: 'createdAt',
    work: { who: ['{name}'], key: '{code}', why: 'Lacks {toComplete}' },
  },
]
