import { employees } from '../access.ts'
import { effectivePeriod, flag, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from '../masters/sbu.ts'
import { employee } from './employee.ts'

/** The SBUs an employee works for: other SBUs are out of their scope. */
export const sbuEmployeeMap = resource({
  group: 'access-control',
  name: 'sbu-employee-map',
  title: 'SBU Employee Mapping',
  one: 'SBU of an employee',
  purpose: 'The SBUs that each employee works for, and where they may place orders.',
  fields: {
    employeeId: reference(employee),
    sbuId: reference(sbu),
    isPrimary: flag(),
    canPlaceOrders: flag({ default: true, label: 'May place orders' }),
    ...effectivePeriod(),
  },
  key: ['employeeId', 'sbuId'],
  display: ['employeeId', 'sbuId'],
  list: ['employeeId', 'sbuId', 'isPrimary', 'canPlaceOrders', 'validFrom', 'validTo'],
  filters: ['sbuId'],
  sort: ['employeeId'],
  indexes: [['employeeId'], ['sbuId']],
  access: employees,
})
