import { annexures } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { integer, money, quantity, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { customerAnnexure } from './customer-annexure.ts'
import { withinIssuedAnnexureLines } from './issued.ts'
import { products } from './products.ts'

/** One product of an annexure. It repeats the customer, which scopes need. */
export const customerAnnexureLine = record({
  path: 'masters/customer-annexure-line',
  name: 'customer-annexure-line',
  title: 'Customer Annexure Lines',
  purpose: 'The products of each annexure with the agreed price and the quantity of a year.',
  fields: {
    customerAnnexureId: reference(customerAnnexure),
    customerId: reference(customer),
    lineNo: integer({ min: 1, max: 99_990, label: 'Line' }),
    productId: reference(products),
    annualQty: quantity({ min: 0.001, label: 'Annual quantity' }),
    agreedPrice: money({ min: 0.01 }),
    remarks: text({ audience: 'readers', max: 100, optional: true }),
    customerItemCode: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Customer’s item code',
      hint: 'The customer’s name for the product; pasted orders are matched by it',
    }),
  },
  key: ['customerAnnexureId', 'lineNo'],
  display: ['customerAnnexureId', 'lineNo'],
  list: ['customerAnnexureId', 'lineNo', 'productId', 'annualQty', 'agreedPrice', 'customerItemCode', 'remarks'],
  sort: ['customerAnnexureId', 'lineNo'],
  indexes: [['customerId', 'productId'], ['productId']],
  access: annexures,
  partOf: 'customerAnnexureId',
  within: withinIssuedAnnexureLines,
})
