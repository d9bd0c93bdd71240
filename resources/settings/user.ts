import { customer } from '../access-control/customer.ts'
import { employee } from '../access-control/employee.ts'
import { choice, flag, instant, integer, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { transporter } from '../masters/transporter.ts'
import { passwordFaults } from '../platform/password-policy.ts'
import { plant } from './plant.ts'

/** A person who signs in: an employee, a customer’s buyer, a transporter, a partner’s site, or the product itself. */
export const user = resource({
  group: 'settings',
  name: 'user',
  title: 'Users',
  purpose: 'Users who can sign in, with their login status.',
  fields: {
    loginId: text({ max: 60, label: 'Login ID', hint: 'Upper and lower case are the same' }),
    userType: choice(['EMPLOYEE', 'CUSTOMER', 'TRANSPORTER', 'PARTNER_SITE', 'SYSTEM']),
    name: text({ max: 80 }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    mobile: text({ max: 10, format: 'mobile', optional: true }),
    employeeId: reference(employee, { optional: true }),
    customerId: reference(customer, {
      optional: true,
      onlyIf: { userType: 'CUSTOMER' },
      requiredIf: { userType: 'CUSTOMER' },
    }),
    transporterId: reference(transporter, {
      optional: true,
      onlyIf: { userType: 'TRANSPORTER' },
      requiredIf: { userType: 'TRANSPORTER' },
    }),
    plantId: reference(plant, {
      optional: true,
      onlyIf: { userType: 'PARTNER_SITE' },
      requiredIf: { userType: 'PARTNER_SITE' },
    }),
    passwordHash: text({ max: 255, optional: true, secret: true, server: true }),
    mustChangePassword: flag({ default: true, server: true }),
    // Secret, as it says how somebody's password can be guessed.
    passwordFault: choice(passwordFaults, { optional: true, secret: true, server: true }),
    passwordChangedAt: instant({ optional: true, server: true }),
    failedCount: integer({ min: 0, default: 0, server: true, label: 'Failed sign-ins' }),
    isLocked: flag({ server: true }),
    lockedAt: instant({ optional: true, server: true }),
    failuresFrom: instant({ optional: true, server: true, label: 'Failed sign-ins count from' }),
    lastLoginAt: instant({ optional: true, server: true, label: 'Last sign-in' }),
    resetTokenHash: text({ max: 64, optional: true, secret: true, server: true }),
    resetExpiresAt: instant({ optional: true, secret: true, server: true }),
    inviteStatus: choice(['NONE', 'INVITED', 'ACTIVE'], { default: 'NONE', server: true }),
  },
  key: ['loginId'],
  display: ['name', 'loginId'],
  sections: {
    Person: ['loginId', 'userType', 'name', 'email', 'mobile', 'employeeId', 'customerId', 'transporterId', 'plantId'],
    'Sign-in': [
      'inviteStatus',
      'mustChangePassword',
      'passwordChangedAt',
      'lastLoginAt',
      'failedCount',
      'isLocked',
      'lockedAt',
    ],
  },
  list: ['loginId', 'name', 'userType', 'email', 'mobile', 'isLocked', 'lastLoginAt', 'inviteStatus'],
  search: ['loginId', 'name', 'email'],
  indexes: [
    ['loginId'],
    ['email'],
    ['employeeId'],
    ['customerId'],
    ['transporterId'],
    ['plantId'],
    ['resetTokenHash'],
    ['isLocked', 'lockedAt'],
  ],
  access: { SYS_ADMIN: 'RU', MASTER_ADMIN: 'R', AUDITOR: 'R' },
})
