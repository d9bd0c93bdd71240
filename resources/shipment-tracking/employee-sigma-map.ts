import { trackingMasters } from '../access.ts'
import { employee } from '../access-control/employee.ts'
import { choice, code, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sigmaCustomers } from './sigma-customers.ts'

/** Whose shipments of the sister business an employee follows: of one customer, or from one of its plants. */
export const employeeSigmaMap = resource({
  group: 'shipment-tracking',
  name: 'employee-sigma-map',
  title: 'Employee - Sigma Customer / Plant Mapping',
  one: 'employee mapping',
  purpose: 'The Sigma customers and plants each employee follows.',
  fields: {
    employeeId: reference(employee, { audience: 'readers' }),
    mapType: choice(['CUSTOMER', 'PLANT'], { label: 'Follows' }),
    sigmaCustomerId: reference(sigmaCustomers, {
      optional: true,
      onlyIf: { mapType: 'CUSTOMER' },
      requiredIf: { mapType: 'CUSTOMER' },
    }),
    plantCode: code({
      max: 4,
      optional: true,
      onlyIf: { mapType: 'PLANT' },
      requiredIf: { mapType: 'PLANT' },
      hint: 'Its code in the sister business',
    }),
  },
  key: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  display: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  list: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  filters: ['employeeId'],
  search: ['plantCode'],
  sort: ['employeeId'],
  indexes: [['sigmaCustomerId'], ['plantCode']],
  access: trackingMasters,
  everyRow: ['DISPATCH'],
})
