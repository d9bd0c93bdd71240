import { command, holds } from '../../define/command.ts'
import { integer, text } from '../../define/fields.ts'
import { many } from '../../define/shape.ts'
import { foundCustomer, MOST_FOUND, MOST_ROWS, offeredProduct, orderContext } from '../pad/offers.ts'

const room = 'What if'
const who = holds('simulateOrders')
const ofCustomer = { customerId: integer({ min: 1 }) }
const search = text({ max: 100, optional: true })

export const findCustomersToSimulate = command('GET simulation-customers', {
  room,
  summary: 'The customers for whom the person may simulate, by code, name or city',
  who,
  body: { q: search },
  answer: many(foundCustomer, { most: MOST_FOUND }),
})

export const showSimulationContext = command('GET simulation-context', {
  room,
  summary: 'The choices and defaults of a simulation for a customer',
  who,
  body: ofCustomer,
  answer: orderContext,
})

export const findProductsToSimulate = command('GET simulation-products', {
  room,
  summary: 'The products that the customer may order, by code, name, CAS number or their own code',
  who,
  body: { ...ofCustomer, q: search },
  answer: many(offeredProduct, { most: MOST_FOUND }),
})

export const listProductsToSimulate = command('POST simulation-products', {
  room,
  summary: 'The products with these codes, as far as the customer may order them',
  who,
  does: 'reads',
  body: { ...ofCustomer, codes: many(text({ max: 40 }), { most: MOST_ROWS }) },
  answer: many(offeredProduct, { most: MOST_ROWS }),
})
