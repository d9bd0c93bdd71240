import { orderControl } from '../access.ts'
import { choice, flag, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { orderType } from '../settings/order-type.ts'
import { department } from './department.ts'

/** The order types a department may use; every other is refused. */
export const allowOrdertypeDepartment = resource({
  group: 'masters',
  name: 'allow-ordertype-department',
  title: 'Department Order Type',
  one: 'order type of a department',
  purpose: 'Order types allowed per department, and the default.',
  fields: {
    departmentId: reference(department),
    orderTypeId: reference(orderType),
    allowedFor: choice(['ALL', 'EMPLOYEE_ONLY'], {
      default: 'ALL',
      hint: 'EMPLOYEE_ONLY: customers do not see this order type',
    }),
    isDefault: flag({ hint: 'At most one in a department' }),
  },
  key: ['departmentId', 'orderTypeId'],
  display: ['departmentId', 'orderTypeId'],
  list: ['departmentId', 'orderTypeId', 'allowedFor', 'isDefault'],
  filters: ['departmentId'],
  sort: ['departmentId'],
  access: orderControl,
  everyRow: ['DISPATCH'],
})
