import { systemAuthor } from '../../api/derive/save/author.ts'
import { insertRows } from '../../api/derive/save/write.ts'
import { now, setClock } from '../../api/platform/clock.ts'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import type { Row } from '../../resources/define/resource.ts'
import { type Role, roles } from '../../resources/roles.ts'
import { role as roleResource } from '../../resources/settings/role.ts'
import { user } from '../../resources/settings/user.ts'
import { PASSWORD, quickHash } from './password.ts'
import type { ApiClient, TestPortal } from './portal.ts'

/** Creates a user who holds these roles without restriction, and signs them in. */
export async function personWith(
  portal: TestPortal,
  held: readonly Role[],
  more: Record<string, unknown> = {},
): Promise<ApiClient> {
  const loginId = `tester-${held.join('-').toLowerCase()}-${Math.random().toString(36).slice(2, 8)}`.slice(0, 60)
  const row = {
    ...(await loginRow(loginId)),
    userType:
      roles[held[0] ?? 'SALES_REP'].userType === 'PARTNER_SITE' ? 'EMPLOYEE' : roles[held[0] ?? 'SALES_REP'].userType,
    name: `Tester ${held.join(', ')}`,
    ...more,
  }
  const [made] = await insertRows(portal.db, user, [row], systemAuthor('test'))
  for (const role of held) {
    const grant: Partial<Row<typeof assignRoles>> = {
      userId: made!.id,
      roleId: await roleId(portal, role),
      scopeType: role === 'DISPATCH' ? 'ALL' : 'OWN',
      validFrom: '2020-01-01',
      validTo: '9999-12-31',
    }
    await insertRows(portal.db, assignRoles, [grant], systemAuthor('test'))
  }
  return portal.as(row.loginId ?? loginId, PASSWORD)
}

/** Creates so many users without any role, whose passwords are checked at the lowest cost; returns their login ids. */
export async function newLogins({ db }: TestPortal, count: number): Promise<string[]> {
  const batch = Math.random().toString(36).slice(2, 8)
  const rows = await Promise.all(Array.from({ length: count }, (_, n) => loginRow(`login-${batch}-${n}`)))
  await insertRows(db, user, rows, systemAuthor('test'))
  return rows.map(({ loginId }) => loginId)
}

async function loginRow(loginId: string): Promise<Partial<Row<typeof user>> & { loginId: string }> {
  return {
    loginId,
    userType: 'EMPLOYEE',
    name: loginId,
    email: 'tester@test.example',
    passwordHash: await quickHash(),
    mustChangePassword: false,
    passwordChangedAt: now(),
    failedCount: 0,
    isLocked: false,
    inviteStatus: 'ACTIVE',
  }
}

async function roleId(portal: TestPortal, code: Role): Promise<number> {
  const known = await portal.db('role').where({ code }).first('id')
  if (known) return known.id
  const [made] = await insertRows(
    portal.db,
    roleResource,
    [{ code, name: roles[code].name, userType: roles[code].userType }],
    systemAuthor('test'),
  )
  return made!.id
}

/** Locks a login by five wrong passwords, the last of them half a minute ago: a quicker address would be made to wait. */
export async function lockByWrongPasswords({ nobody }: TestPortal, loginId: string) {
  const real = Date.now()
  for (let tries = 5; tries > 0; tries--) {
    setClock(new Date(real - tries * 31_000).toISOString())
    await nobody.post('/api/authentication', { strategy: 'local', loginId, password: 'Wrong@12345' })
  }
  setClock(null)
}

/** Signs in a person who may maintain every master. */
export const masterEditor = (portal: TestPortal) =>
  personWith(portal, ['MASTER_ADMIN', 'SYS_ADMIN', 'PRICING_APPROVER', 'DISPATCH', 'CSC_AGENT', 'FINANCE'])
