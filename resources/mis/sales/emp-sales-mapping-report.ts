import { accountFigures } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { employee } from '../../access-control/employee.ts'
import { choice, code, date, flag, integer, money, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { department } from '../../masters/department.ts'
import { salesGroup } from '../../masters/sales-group.ts'
import { sbu } from '../../masters/sbu.ts'

const one = (label: string, hint: string) => integer({ label, hint })

/** Which accounts each employee keeps, and what these ordered and bought in a period. */
export const empSalesMappingReport = report({
  name: 'emp-sales-mapping-report',
  title: 'Employee Sales Mapping',
  purpose:
    'Orders and sales of the customers that each employee has today, before freight and GST, on the order or invoice date.',
  fields: {
    kind: choice(['ACCOUNT', 'ORDER', 'SALE'], {
      label: 'Row',
      hint: 'A customer mapped today, an order, or a line of a sale',
    }),
    employeeId: reference(employee, {
      optional: true,
      label: 'Employee',
      hint: 'For sales, the account owner on that date',
    }),
    sbuId: reference(sbu),
    departmentId: reference(department, { optional: true }),
    salesGroupId: reference(salesGroup, { optional: true }),
    clusterCode: code({ max: 10, optional: true, label: 'Cluster', hint: 'The cluster of the customer’s city today' }),
    customerId: reference(customer),
    day: date({ optional: true, label: 'Date', hint: 'The order date or the invoice date' }),
    isAccount: flag({ label: 'Mapped today' }),
    accounts: one('Customers mapped', 'Each once for an employee and SBU, whatever the period'),
    orders: one('Orders', 'That count as ordered'),
    orderValue: money({ hint: 'Net value, cancelled orders included' }),
    netSales: money({ hint: 'Net value, less credit notes and returns' }),
    salesPerCustomer: money({
      optional: true,
      label: 'Net sales per customer',
      hint: 'The sales target of the customers mapped to the person',
    }),
  },
  display: ['employeeId', 'customerId'],
  list: [
    ...['kind', 'employeeId', 'employeeId.managerId', 'sbuId', 'departmentId', 'salesGroupId'],
    ...['customerId.cityId.zoneAreaId', 'clusterCode', 'customerId', 'day', 'orders', 'orderValue', 'netSales'],
  ] as const,
  filters: [
    ...['day', 'employeeId', 'employeeId.managerId', 'sbuId', 'departmentId', 'salesGroupId'],
    ...['customerId.cityId.zoneAreaId', 'clusterCode', 'customerId', 'kind'],
  ] as const,
  totals: ['accounts', 'orders', 'orderValue', 'netSales'],
  groups: [
    ...['employeeId', 'employeeId.managerId', 'sbuId', 'departmentId', 'salesGroupId'],
    ...['customerId.cityId.zoneAreaId', 'clusterCode', 'customerId', 'kind'],
  ] as const,
  grouped: { by: ['employeeId', 'sbuId'] },
  ratios: { salesPerCustomer: ['netSales', 'accounts'] },
  search: [],
  sort: ['-day', '-id'],
  period: { field: 'day', opens: 'this-fy', besides: 'isAccount' },
  facts: true,
  access: accountFigures,
  within: { SALES_MANAGER: { customerId: 'myCustomers' } },
})
