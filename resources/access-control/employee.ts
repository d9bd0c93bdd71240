import { employees } from '../access.ts'
import { has } from '../define/computed.ts'
import { code, date, reference, self, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { department } from '../masters/department.ts'
import { stateCity } from '../masters/state-city.ts'
import { zone } from '../settings/zone.ts'
import { loginStatus } from './login-status.ts'

/** The employees: the chain of managers carries approvals, the delegate substitutes. */
export const employee = resource({
  group: 'access-control',
  name: 'employee',
  title: 'Employee',
  purpose: 'Employees with their managers and delegates.',
  fields: {
    employeeCode: code({ max: 10, aliases: ['code'] }),
    name: text({ max: 80 }),
    email: text({ max: 254, format: 'email', unique: true, label: 'E-mail' }),
    mobile: text({ max: 10, format: 'mobile' }),
    designation: text({ max: 60 }),
    departmentId: reference(department, { optional: true }),
    managerId: self({
      optional: true,
      hint: 'Approves above this employee’s limit',
    }),
    zoneId: reference(zone, { optional: true }),
    locationCityId: reference(stateCity, {
      optional: true,
      label: 'Location',
      aliases: ['city_name', 'location_city_name'],
    }),
    dateOfJoining: date(),
    dateOfLeaving: date({
      optional: true,
      hint: 'The login is closed that night, and open approvals are asked of others',
    }),
    delegateEmployeeId: self({
      optional: true,
      requiredIf: { delegateFrom: { not: null } },
      label: 'Delegate',
      hint: 'Approves in the days given below',
    }),
    delegateFrom: date({ optional: true }),
    delegateTo: date({
      optional: true,
      onlyIf: { delegateFrom: { not: null } },
      requiredIf: { delegateFrom: { not: null } },
    }),
  },
  key: ['employeeCode'],
  display: ['name', 'employeeCode'],
  list: [
    'employeeCode',
    'name',
    'designation',
    'departmentId',
    'managerId',
    'roles',
    'zoneId',
    'email',
    'mobile',
    'loginStatus',
  ],
  filters: ['departmentId', 'zoneId', 'roleId', 'loginStatus'],
  computed: {
    loginStatus,
    roles: text({ max: 500, optional: true, reads: ['assign-roles'] }),
    roleId: has('assign-roles', 'userId.employeeId', { by: 'roleId' }),
  },
  sections: {
    Person: ['employeeCode', 'name', 'email', 'mobile', 'designation', 'dateOfJoining', 'dateOfLeaving'],
    Organisation: ['departmentId', 'managerId', 'zoneId', 'locationCityId'],
    Delegation: ['delegateEmployeeId', 'delegateFrom', 'delegateTo'],
  },
  search: ['employeeCode', 'name', 'email'],
  sort: ['name'],
  indexes: [['managerId'], ['delegateEmployeeId'], ['departmentId']],
  rules: [
    {
      field: 'dateOfLeaving',
      code: 'RANGE',
      message: 'must not be before the date of joining',
      check: row => row.dateOfLeaving === null || row.dateOfJoining <= row.dateOfLeaving,
    },
    {
      field: 'delegateTo',
      code: 'RANGE',
      message: 'must not be before Delegate from',
      check: row => row.delegateFrom === null || row.delegateTo === null || row.delegateFrom <= row.delegateTo,
    },
  ],
  access: employees,
  closing: {
    lastDay: 'dateOfLeaving',
    act: 'Record leaving',
    says: 'After the last day the login is closed; accounts, teams and open complaints pass on that night.',
    taker: { label: 'Who takes over', hint: 'Gets everything that passes on', must: true },
    becomes: {
      'employee.managerId': 'PASSES',
      'sbu.headEmployeeId': 'PASSES',
      'department.headEmployeeId': 'PASSES',
      'zone-area.areaManagerEmployeeId': 'PASSES',
      'sales-group.managerEmployeeId': 'PASSES',
      'cluster-mapping.headEmployeeId': 'PASSES',
      'rate-contract-customer.approverEmployeeId': 'PASSES',
      'csc-approver.employeeId': 'PASSES',
      'customer-department-map.salesEmployeeId': 'PASSES',
      'employee-sigma-map.employeeId': 'PASSES',
      'order.salesEmployeeId': 'STAYS',
      'complaint.ownerEmployeeId': 'PASSES',
      'ar-dispute.ownerEmployeeId': 'PASSES',
      'invoice.salesEmployeeId': 'STAYS',
      'approval-task.starterEmployeeId': 'STAYS',
      // The night of leavers closes it, and keeps that of the last IT administrator.
      'user.employeeId': 'STAYS',
    },
    with: { 'employee.delegateEmployeeId': ['delegateFrom', 'delegateTo'] },
  },
})
