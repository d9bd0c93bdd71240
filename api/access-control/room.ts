import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { centralWarehouse } from '../../resources/access-control/central-warehouse.ts'
import { cnf } from '../../resources/access-control/cnf.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { employee } from '../../resources/access-control/employee.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { tollCenter } from '../../resources/access-control/toll-center.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { defineScopes, limitScopesBy } from '../derive/rights/define-scopes.ts'
import { tellGuardedChanges } from '../settings/tell-guarded-changes.ts'
import { declineAccess, grantAccess } from './access-request.ts'
import { checkAssignedRoles } from './assign-roles.ts'
import { checkCentralWarehouses } from './central-warehouse.ts'
import { checkCnfs } from './cnf.ts'
import { checkCustomers } from './customer.ts'
import { checkEmployees } from './employee.ts'
import { closeLeavers } from './leavers.ts'
import { loginStatusBy } from './login-status.ts'
import { rolesHeld } from './roles-of-employee.ts'
import { limitToScope, scopes } from './scopes.ts'
import { checkShipTos } from './ship-to.ts'
import { checkTollCenters } from './toll-center.ts'

defineScopes(scopes)
limitScopesBy(limitToScope)

extend(accessRequest, { actions: { give: grantAccess, decline: declineAccess } })
extend(assignRoles, { check: checkAssignedRoles, guardedChange: tellGuardedChanges(assignRoles) })
extend(centralWarehouse, { check: checkCentralWarehouses })
extend(cnf, { check: checkCnfs })
extend(customer, { check: checkCustomers, computed: { loginStatus: loginStatusBy('customerId') } })
extend(employee, {
  check: checkEmployees,
  computed: { loginStatus: loginStatusBy('employeeId'), roles: rolesHeld },
})
extend(shipTo, { check: checkShipTos })
extend(tollCenter, { check: checkTollCenters })

/** Who may do what: people, their roles and logins. */
export const accessRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [{ name: 'leavers', at: '00:05', work: closeLeavers }],
}
