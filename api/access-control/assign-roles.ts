import type { RowCheck } from '../checks.ts'

const SCOPES: Record<string, { table: string; column: string }> = {
  SBU: { table: 'sbu', column: 'code' },
  ZONE: { table: 'zone', column: 'code' },
  CHANNEL: { table: 'channel', column: 'code' },
  PLANT: { table: 'plant', column: 'code' },
}

/** A role fits the kind of user, DISPATCH is held for a plant or for all, and a scope names what exists (A04). */
export const checkAssignedRoles: RowCheck = async (db, candidates) => {
  const users = await db('user')
    .whereIn(
      'id',
      candidates.map(({ row }) => row.userId as number),
    )
    .select('id', 'userType')
  const held = await db('role')
    .whereIn(
      'id',
      candidates.map(({ row }) => row.roleId as number),
    )
    .select('id', 'code', 'userType')
  const userTypes = new Map(users.map(({ id, userType }) => [id, userType as string]))
  const rolesById = new Map<number, { code: string; userType: string }>(held.map(role => [role.id, role]))
  for (const { row, faults } of candidates) {
    const role = rolesById.get(row.roleId as number)!
    const userType = userTypes.get(row.userId as number)!
    if (!fits(role, userType)) {
      faults.push({ field: 'roleId', code: 'RULE', message: `Role ${role.code} is not for a user of type ${userType}` })
    }
    if (role.code === 'DISPATCH' && row.scopeType !== 'PLANT' && row.scopeType !== 'ALL') {
      faults.push({
        field: 'scopeType',
        code: 'RULE',
        message: 'Scope type must be PLANT for the role DISPATCH: name the plant',
      })
    }
    const scope = SCOPES[String(row.scopeType)]
    if (!scope && row.scopeRef !== null) {
      faults.push({
        field: 'scopeRef',
        code: 'RULE',
        message: `Scope must be empty for the scope type ${row.scopeType}`,
      })
    } else if (scope) {
      const found =
        row.scopeRef !== null &&
        (await db(scope.table)
          .where({ [scope.column]: row.scopeRef as string, isActive: 1 })
          .first('id'))
      if (!found)
        faults.push({
          field: 'scopeRef',
          code: 'UNKNOWN_REF',
          message: `Scope must be the code of a ${String(row.scopeType).toLowerCase()}`,
        })
    }
  }
}

/** A dispatch desk is staffed by employees or by the partner whose site it is. */
const fits = (role: { code: string; userType: string }, userType: string) =>
  role.userType === userType || (role.code === 'DISPATCH' && userType === 'EMPLOYEE')
