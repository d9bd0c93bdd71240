import { eudBlocks } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, file, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { user } from '../settings/user.ts'

/** Whose end-user papers each role reads: blocks and documents alike. */
export const eudWithin = {
  CUSTOMER: { customerId: 'ownCustomer' },
  DISTRIBUTOR: { customerId: 'ownCustomer' },
  SALES_REP: { customerId: 'myCustomers' },
  SALES_MANAGER: { customerId: 'myCustomers' },
  CSC_AGENT: { customerId: 'customersOfMySbus' },
  EUD_APPROVER: { customerId: 'customersOfMySbus' },
  DISPATCH: { customerId: 'myCustomers' },
} as const

/** Keeps a customer from buying a controlled product, or all of them, until it is released. */
export const eudBlock = record({
  path: 'complaints/eud-block',
  name: 'eud-block',
  title: 'EUD-Blocks',
  purpose: 'The customers who may not buy controlled products for the time being, and how each block was released.',
  fields: {
    blockNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    productId: reference(products, { optional: true, hint: 'Empty for every product that needs a document' }),
    reason: choice(['EXPIRED', 'REVOKED', 'QTY_EXCEEDED', 'MISUSE_SUSPECTED', 'AUTHORITY_ORDER']),
    origin: choice(['AUTO', 'MANUAL']),
    status: choice(['ACTIVE', 'RELEASE_REQUESTED', 'RELEASED', 'RELEASE_DENIED'], { default: 'ACTIVE' }),
    blockedAt: instant({ label: 'Blocked' }),
    blockedById: reference(user, { optional: true, label: 'Blocked by', nature: 'internal-person' }),
    releaseRequestedAt: instant({ optional: true, label: 'Release requested' }),
    releaseNote: text({ max: 500, optional: true, long: true }),
    releaseAttachmentId: file({ optional: true, label: 'Renewed document' }),
    releasedById: reference(user, { optional: true, label: 'Released by', nature: 'internal-person' }),
    releasedAt: instant({ optional: true, label: 'Released' }),
  },
  key: ['blockNo'],
  list: ['blockNo', 'customerId', 'productId', 'reason', 'origin', 'status', 'blockedAt'],
  filters: ['status', 'reason', 'customerId', 'productId'],
  search: ['blockNo'],
  sort: ['-id'],
  indexes: [['customerId', 'status'], ['productId'], ['status']],
  access: eudBlocks,
  within: eudWithin,
})

export type EudBlock = Row<typeof eudBlock>
