import { logs } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { integer, reference } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/**
 * One row a payer, updated by every order whose credit is checked, so that two checks of one payer never run at once.
 */
export const creditTurn = record({
  path: 'credit-turns',
  name: 'credit-turn',
  title: 'Credit Turns',
  purpose: 'How many orders of each payer had their credit checked, one after the other.',
  fields: {
    customerId: reference(customer, { label: 'Payer' }),
    turn: integer({ default: 0 }),
  },
  key: ['customerId'],
  access: logs,
})
