import { orderControl } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { employee } from '../access-control/employee.ts'
import { reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { department } from './department.ts'
import { salesGroup } from './sales-group.ts'

/**
 * Which departments sell to a customer, and who owns the account: without a row for an SBU its products are hidden from
 * the customer.
 */
export const customerDepartmentMap = resource({
  group: 'masters',
  name: 'customer-department-map',
  title: 'Map Customer to Departments',
  one: 'department of a customer',
  purpose: 'Which departments sell to a customer, with the sales group and the owner of the account.',
  fields: {
    customerId: reference(customer),
    departmentId: reference(department),
    salesGroupId: reference(salesGroup, { optional: true }),
    salesEmployeeId: reference(employee, {
      audience: 'readers',
      label: 'Account owner',
      hint: 'Sees the customer’s orders; approval starts with them',
      aliases: ['employee_code'],
    }),
  },
  key: ['customerId', 'departmentId'],
  display: ['customerId', 'departmentId'],
  list: ['customerId', 'departmentId', 'departmentId.sbuId', 'salesGroupId', 'salesEmployeeId'],
  filters: ['departmentId', 'salesEmployeeId', 'customerId.cityId.zoneAreaId.zoneId'],
  sort: ['customerId'],
  indexes: [
    ['customerId'],
    ['departmentId'],
    ['salesEmployeeId'],
    ['salesGroupId'],
    ['customerId', 'departmentId', 'salesEmployeeId', 'isActive'],
  ],
  access: orderControl,
  everyRow: ['DISPATCH'],
  within: ofMyCustomers,
})
