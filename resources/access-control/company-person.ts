import { companyPeople } from '../access.ts'
import { instant, json, list, money, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { transporter } from '../masters/transporter.ts'
import { ofMyCustomers } from '../rules.ts'
import { companyRoleCodes, companyRoleNames } from './company-roles.ts'
import { customer } from './customer.ts'

const ownCompany = { customerId: 'ownCustomer' } as const

/** What a login of a customer or a transporter may do in their company. A login without a row heads it. */
export const companyPerson = record({
  path: 'access-control/company-person',
  name: 'company-person',
  title: 'Company People',
  one: 'person of a company',
  purpose: 'The people of each customer and transporter, and what they may do for their company.',
  fields: {
    userId: reference('user', { audience: 'staff', label: 'Person' }),
    customerId: reference(customer, { optional: true }),
    transporterId: reference(transporter, { optional: true }),
    companyRoles: list(companyRoleCodes, {
      label: 'Company roles',
      words: { staff: companyRoleNames, buyer: companyRoleNames },
    }),
    orderLimit: money({ optional: true, min: 0, hint: 'Orders above it need a yes in the company' }),
    approvalLimit: money({ optional: true, min: 0, hint: 'Leave empty to approve every amount' }),
    shipToIds: json<number[]>({ optional: true, label: 'Ship-tos' }),
    invitedAt: instant({ optional: true, label: 'Invited' }),
  },
  key: ['userId'],
  list: ['userId', 'customerId', 'transporterId', 'companyRoles', 'orderLimit', 'approvalLimit', 'invitedAt'],
  filters: ['customerId', 'transporterId'],
  search: [],
  sort: ['-id'],
  indexes: [['userId'], ['customerId'], ['transporterId']],
  access: companyPeople,
  openIf: 'never',
  within: {
    ...ofMyCustomers,
    CUSTOMER: ownCompany,
    DISTRIBUTOR: ownCompany,
    TRANSPORTER: { transporterId: 'ownTransporter' },
  },
})

export type CompanyPerson = Row<typeof companyPerson>
