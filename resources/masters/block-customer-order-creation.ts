import { customerBlocks } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, effectivePeriod, flag, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { sbu } from './sbu.ts'

/** The fields of a block, of one customer or of many at once. */
const block = {
  sbuId: reference(sbu, { optional: true, hint: 'Leave empty for every SBU' }),
  blockMode: choice(['BLOCK', 'WARN'], {
    default: 'BLOCK',
    label: 'Mode',
    hint: 'BLOCK refuses orders, WARN only shows the remarks',
  }),
  reasonCodeId: reference(reasonCode, { where: { reasonType: 'BLOCK' }, label: 'Reason' }),
  remarks: text({ max: 255 }),
  notifyCustomer: flag({ default: true, hint: 'The customer is notified of the block by mail' }),
  ...effectivePeriod(),
}

/** BLOCK refuses a customer's orders, in one SBU or in all; WARN only shows a warning. */
export const blockCustomerOrderCreation = resource({
  group: 'masters',
  name: 'block-customer-order-creation',
  title: 'Block Customer From Order Creation',
  one: 'block',
  purpose: 'The customers who may not place orders for a time, or for whom a warning is shown.',
  fields: {
    customerId: reference(customer),
    ...block,
  },
  key: ['customerId', 'sbuId'],
  display: ['customerId', 'sbuId'],
  list: ['customerId', 'sbuId', 'blockMode', 'reasonCodeId', 'isCurrent', 'validFrom', 'validTo', 'createdById'],
  currentOnly: true,
  endsAtOnce: true,
  filters: ['isCurrent', 'blockMode', 'sbuId', 'customerId'],
  computed: { isCurrent: flag({ label: 'Active today' }) },
  search: ['remarks'],
  sort: ['-validFrom'],
  indexes: [['customerId', 'sbuId'], ['reasonCodeId']],
  actions: {
    unblock: action({
      label: 'Unblock',
      letter: 'U',
      on: 'rows',
      inputs: { remarks: text({ max: 255, hint: 'Why the customer may order again' }) },
    }),
    blockMany: action({
      label: 'Block many',
      letter: 'C',
      on: 'list',
      inputs: {
        customers: text({
          max: 4000,
          long: true,
          label: 'Customer codes',
          hint: 'With spaces, commas or new lines between',
        }),
        ...block,
      },
      danger: true,
    }),
  },
  access: customerBlocks,
  within: ofMyCustomers,
})

export type OrderBlock = Row<typeof blockCustomerOrderCreation>
