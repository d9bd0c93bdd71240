import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { centralWarehouse } from '../../resources/access-control/central-warehouse.ts'
import { cnf } from '../../resources/access-control/cnf.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { employee } from '../../resources/access-control/employee.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { tollCenter } from '../../resources/access-control/toll-center.ts'
import type { Room } from '../derive/define-room.ts'
import { type ComputedColumn, extend } from '../derive/extend.ts'
import { defineScopes, limitScopesBy } from '../derive/rights/define-scopes.ts'
import { checkGstinOfPlant } from '../settings/gstin-state.ts'
import { tellGuardedChanges } from '../settings/tell-guarded-changes.ts'
import { declineAccess, grantAccess } from './access-request.ts'
import { checkAssignedRoles } from './assign-roles.ts'
import { checkCnfs } from './cnf.ts'
import { checkCustomers } from './customer.ts'
import { checkEmployees, rolesHeld } from './employee.ts'
import { closeLeavers } from './leavers.ts'
import { leftOutOfBalance } from './left-out-of-balance.ts'
import { limitToScope, scopes } from './scopes.ts'
import { checkShipTos } from './ship-to.ts'

/** The status of the login of a row, the best of its users' where it has several; `link` is their reference to it. */
const loginStatusBy =
  (link: 'customerId' | 'employeeId' | 'transporterId' | 'plantId'): ComputedColumn =>
  (db, of) => {
    const best = `max(case when ?? = 0 then 1 when ?? = 'INVITED' then 2 else 3 end)`
    const status = `case ${best} when 3 then 'ACTIVE' when 2 then 'INVITED' when 1 then 'DISABLED' else 'NOT_CREATED' end`
    return db('user as login')
      .where(`login.${link}`, of('id'))
      .select(db.raw(status, ['login.isActive', 'login.inviteStatus']))
  }

defineScopes(scopes)
limitScopesBy(limitToScope)

extend(accessRequest, { actions: { give: grantAccess, decline: declineAccess } })
extend(assignRoles, { check: checkAssignedRoles, guardedChange: tellGuardedChanges(assignRoles) })
extend(centralWarehouse, { check: checkGstinOfPlant })
extend(cnf, { check: checkCnfs })
extend(customer, { check: checkCustomers, computed: { loginStatus: loginStatusBy('customerId'), leftOutOfBalance } })
extend(employee, {
  check: checkEmployees,
  computed: { loginStatus: loginStatusBy('employeeId'), roles: rolesHeld },
})
extend(shipTo, { check: checkShipTos })
extend(tollCenter, { check: checkGstinOfPlant })

/** Who may do what: people, their roles and logins. */
export const accessRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [{ name: 'leavers', at: '00:05', work: closeLeavers }],
}
