import { roleGrants } from '../access.ts'
import { choice, code, confirmation, effectivePeriod, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { role } from '../settings/role.ts'

const named = ['SBU', 'ZONE', 'CHANNEL', 'PLANT'] as const

/**
 * Who holds which role, and its scope: permissions add up, scopes unite. A role that confirms is given and ended by two
 * people.
 */
export const assignRoles = resource({
  group: 'access-control',
  name: 'assign-roles',
  title: 'Assign Roles',
  one: 'role assignment',
  purpose: 'The roles that people hold, and for which SBU, zone, channel or plant.',
  fields: {
    userId: reference('user', { aliases: ['login_id'] }),
    roleId: reference(role),
    scopeType: choice(['ALL', 'SBU', 'ZONE', 'CHANNEL', 'PLANT', 'OWN'], {
      default: 'OWN',
      label: 'Scope',
      hint: 'OWN: only rows that belong to the person. With an SBU, zone, channel or plant, masters common to all are read only',
    }),
    scopeRef: code({
      max: 10,
      optional: true,
      onlyIf: { scopeType: named },
      requiredIf: { scopeType: named },
      label: 'Scope code',
      hint: 'The code of the SBU, zone, channel or plant',
    }),
    ...effectivePeriod({ fromToday: true }),
    ...confirmation(),
  },
  key: ['userId', 'roleId', 'scopeType', 'scopeRef'],
  display: ['userId', 'roleId'],
  list: ['userId', 'userId.userType', 'roleId', 'scopeType', 'scopeRef', 'confirmStatus', 'validFrom', 'validTo'],
  filters: ['roleId', 'scopeType', 'userId.userType', 'confirmStatus'],
  search: ['scopeRef'],
  sort: ['userId'],
  indexes: [['userId'], ['roleId']],
  access: roleGrants,
  givesPower: 'roleId',
  endsAtOnce: true,
})

export type RoleAssignment = Row<typeof assignRoles>
