import { rateContracts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { date, effectivePeriod, integer, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { rateContractCustomer } from '../masters/rate-contract-customer.ts'
import { rateContractLine } from '../masters/rate-contract-line.ts'
import { sbu } from '../masters/sbu.ts'

const { contractNo, customerRef, autoRelease } = rateContractCustomer.fields
const { productId, rate, contractQty, uom } = rateContractLine.fields

/** The columns of a rate contract file: a row is a line; the contract's own values repeat on each of its rows. */
export const rateContractSheet = resource({
  group: 'masters',
  name: 'rate-contract-customer',
  title: 'Rate Contracts',
  purpose: 'Rate contracts with their lines: a contract is taken over when all its rows are right.',
  fields: {
    contractNo,
    customerId: reference(customer),
    sbuId: reference(sbu),
    customerRef,
    contractDate: date(),
    ...effectivePeriod(),
    autoRelease,
    lineNo: integer({ min: 1, max: 99_990, label: 'Line' }),
    productId,
    rate,
    contractQty,
    uom,
  },
  key: ['contractNo', 'lineNo'],
  access: rateContracts,
})
