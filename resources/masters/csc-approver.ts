import { cscDesk } from '../access.ts'
import { employee } from '../access-control/employee.ts'
import { integer, money, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { zone } from '../settings/zone.ts'
import { mvgr } from './mvgr.ts'
import { sbu } from './sbu.ts'

/** Who checks an order before it proceeds: the most specific rows count, and anyone of a level may act. */
export const cscApprover = resource({
  group: 'masters',
  name: 'csc-approver',
  title: 'Multiplexing Kit CSC Approvers',
  one: 'kit approver',
  purpose: 'CSC approvers for multiplexing kits and other orders that need a CSC check.',
  fields: {
    sbuId: reference(sbu),
    zoneId: reference(zone, {
      optional: true,
      hint: 'Leave empty for every zone; a row with a zone takes precedence',
    }),
    mvgr1Id: reference(mvgr, {
      optional: true,
      where: { groupNo: '1' },
      label: 'MVGR1',
      hint: 'Leave empty for every product; a row with a group takes precedence',
    }),
    level: integer({ min: 1, max: 2, hint: 'Level 2 acts after level 1; anyone of a level may act' }),
    employeeId: reference(employee, { audience: 'readers' }),
    minOrderValue: money({
      min: 0,
      default: 0,
      onlyIf: { level: 2 },
      label: 'From order value',
      hint: 'Level 2 is asked only from this order value on',
    }),
  },
  key: ['sbuId', 'zoneId', 'mvgr1Id', 'level', 'employeeId'],
  display: ['sbuId', 'level', 'employeeId'],
  list: ['sbuId', 'zoneId', 'mvgr1Id', 'level', 'employeeId', 'minOrderValue'],
  filters: ['sbuId', 'zoneId'],
  sort: ['sbuId', 'level'],
  indexes: [['employeeId']],
  access: cscDesk,
  everyRow: ['DISPATCH'],
})
