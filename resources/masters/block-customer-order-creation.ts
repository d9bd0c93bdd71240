import { orderBlocks } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, effectivePeriod, flag, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { sbu } from './sbu.ts'

/** BLOCK refuses a customer's orders, in one SBU or in all; WARN only says why somebody should think twice. */
export const blockCustomerOrderCreation = resource({
  group: 'masters',
  name: 'block-customer-order-creation',
  title: 'Block Customer From Order Creation',
  purpose: 'The customers who may not place orders for a time, or for whom a warning is shown.',
  fields: {
    customerId: reference(customer),
    sbuId: reference(sbu, { optional: true, hint: 'Empty means every SBU' }),
    blockMode: choice(['BLOCK', 'WARN'], {
      default: 'BLOCK',
      label: 'Mode',
      hint: 'BLOCK refuses orders, WARN only shows the remarks',
    }),
    reasonCodeId: reference(reasonCode, { where: { reasonType: 'BLOCK' }, label: 'Reason' }),
    remarks: text({ max: 255 }),
    notifyCustomer: flag({ default: true, hint: 'The customer is told of the block by mail' }),
    ...effectivePeriod(),
  },
  key: ['customerId', 'sbuId'],
  display: ['customerId', 'sbuId'],
  list: ['customerId', 'sbuId', 'blockMode', 'reasonCodeId', 'remarks', 'validFrom', 'validTo'],
  search: ['remarks'],
  sort: ['-validFrom'],
  indexes: [['customerId', 'sbuId'], ['reasonCodeId']],
  access: orderBlocks,
  within: ofMyCustomers,
})

export type OrderBlock = Row<typeof blockCustomerOrderCreation>
