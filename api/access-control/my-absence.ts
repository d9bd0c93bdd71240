import type { Knex } from 'knex'
import { changeMyAbsence, type MyAbsence, showMyAbsence } from '../../resources/access-control/commands/absence.ts'
import { employee } from '../../resources/access-control/employee.ts'
import { dayText } from '../../resources/define/show.ts'
import { rolesDeciding } from '../../resources/orders/approvals/approvers-by-step.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { joinGrants } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { worksToday } from '../derive/rights/works-today.ts'
import { decodeRow, type RowIn } from '../derive/row-codec.ts'
import { updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'

/** What people say themselves of who decides while they are away. */
export const absenceCommands: readonly Bound[] = [
  bind(showMyAbsence, (_, { trx, person }) => myAbsence(trx, person)),
  bind(changeMyAbsence, async (asked, { trx, person, author }) => {
    const before = await employeeOf(trx, person)
    const { delegateEmployeeId, delegateFrom, delegateTo } = asked
    if (delegateEmployeeId === null) {
      const ended = { delegateEmployeeId: null, delegateFrom: null, delegateTo: null }
      await updateRow(trx, employee, before, ended, author)
      return ended
    }
    if (delegateFrom === null) throw invalidField('delegateFrom', 'REQUIRED', 'From is required: the first day away')
    if (delegateTo === null) throw invalidField('delegateTo', 'REQUIRED', 'Until is required: the last day away')
    if (delegateTo < delegateFrom)
      throw invalidField('delegateTo', 'RANGE', `Until must not be before ${dayText(delegateFrom)}`)
    if (delegateTo < today()) throw invalidField('delegateTo', 'RANGE', 'Until must not be over already')
    if (!(await colleaguesOf(trx, person)).some(({ id }) => id === delegateEmployeeId))
      throw invalidField(
        'delegateEmployeeId',
        'RULE',
        'Delegate must be a colleague who holds one of the roles with which you decide',
      )
    const said = { delegateEmployeeId, delegateFrom, delegateTo }
    await updateRow(trx, employee, before, said, author)
    return said
  }),
]

async function myAbsence(db: Knex, person: Person): Promise<MyAbsence> {
  const [{ delegateEmployeeId, delegateFrom, delegateTo }, colleagues] = await Promise.all([
    employeeOf(db, person),
    colleaguesOf(db, person),
  ])
  const delegate = delegateEmployeeId && (await db('employee').where('id', delegateEmployeeId).first('name'))
  return { delegateEmployeeId, delegateFrom, delegateTo, delegateName: delegate?.name ?? null, colleagues }
}

async function employeeOf(db: Knex, { employeeId }: Person): Promise<RowIn<typeof employee>> {
  const row = employeeId !== null && (await db('employee').where('id', employeeId).first())
  if (!row) throw notFound('Only employees name a delegate')
  return decodeRow(employee, row) as RowIn<typeof employee>
}

/** Employees who sign in, have not left, and hold one of the roles with which the person decides. */
async function colleaguesOf(db: Knex, { employeeId, roles }: Person): Promise<{ id: number; name: string }[]> {
  const deciding = roles.filter(role => Object.values(rolesDeciding).some(of => of.includes(role)))
  const day = today()
  const rows = db('employee')
    .join('user', 'user.employeeId', 'employee.id')
    .where(worksToday())
    .whereNot('employee.id', employeeId ?? 0)
  return joinGrants(rows, db, day, { column: 'userId', is: 'user.id' })
    .join('role', 'role.id', 'assign_roles.roleId')
    .whereIn('role.code', deciding)
    .distinct('employee.id', 'employee.name')
    .orderBy('employee.name')
}
