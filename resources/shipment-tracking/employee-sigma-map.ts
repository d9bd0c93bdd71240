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
  purpose: 'Which employees follow which Sigma customers or plants.',
  fields: {
    employeeId: reference(employee),
    mapType: choice(['CUSTOMER', 'PLANT'], { label: 'Follows' }),
    sigmaCustomerId: reference(sigmaCustomers, { optional: true, hint: 'For a customer' }),
    plantCode: code({ max: 4, optional: true, hint: 'For a plant: its code in the sister business' }),
  },
  key: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  display: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  list: ['employeeId', 'mapType', 'sigmaCustomerId', 'plantCode'],
  search: ['plantCode'],
  sort: ['employeeId'],
  indexes: [['sigmaCustomerId'], ['plantCode']],
  rules: [
    {
      field: 'sigmaCustomerId',
      message: 'is required to follow a customer, and must be empty to follow a plant',
      check: row => (row.mapType === 'CUSTOMER') === (row.sigmaCustomerId !== null),
    },
    {
      field: 'plantCode',
      message: 'is required to follow a plant, and must be empty to follow a customer',
      check: row => (row.mapType === 'PLANT') === (row.plantCode !== null),
    },
  ],
  access: trackingMasters,
})
