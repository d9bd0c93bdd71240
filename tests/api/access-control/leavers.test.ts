import { expect, it } from 'vitest'
import { closeLeavers } from '../../../api/access-control/leavers.ts'
import { rerouteTasks } from '../../../api/orders/approvals/reroute-tasks.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

it('a leaver loses their login the night after their last day, and their approvals go to their manager', async () => {
  const meena = await portal.as('meena')
  const order = await submittedOrder(portal, await portal.as('asha'), [['LS-1001', 100, 4]])
  const leaves = (day: string) => portal.db('employee').where({ name: 'Meena Kulkarni' }).update({ dateOfLeaving: day })
  await leaves(today())
  expect(await closeLeavers(portal.db)).toBe(0)
  expect((await meena.get('/api/me')).status).toBe(200)
  await leaves(addDays(today(), -1))
  // From midnight on, before the night has closed the login.
  expect((await meena.get('/api/orders')).status).toBe(401)
  const again = await portal.nobody.post('/api/authentication', {
    strategy: 'local',
    loginId: 'meena',
    password: PASSWORD,
  })
  expect([again.status, again.body.message]).toEqual([401, 'Your login is not active: contact the help desk.'])
  expect(await closeLeavers(portal.db)).toBe(1)
  expect(await rerouteTasks(portal.db)).toBe(1)
  const joseph = await portal.as('joseph')
  const { status, body } = await takeStep(joseph, order.id, 'approve')
  expect([status, body.order?.status]).toEqual([201, 'APPROVED'])
  expect(await closeLeavers(portal.db)).toBe(0)
})

it('the last IT administrator keeps their login past their last day, until there is another one', async () => {
  const admins = await portal
    .db('assign_roles')
    .join('role', 'role.id', 'roleId')
    .where('role.code', 'SYS_ADMIN')
    .pluck('userId')
  const [kept, ...others] = [...new Set<number>(admins)]
  const closeOthers = (isActive: number) => portal.db('user').whereIn('id', others).update({ isActive })
  await closeOthers(0)
  const employee = await portal
    .db('employee')
    .whereNotIn('id', portal.db('user').whereNotNull('employeeId').select('employeeId'))
    .first('id')
  const before = await portal.db('user').where({ id: kept }).first('employeeId', 'loginId')
  const employeeId = before.employeeId ?? employee.id
  await portal.db('user').where({ id: kept }).update({ employeeId })
  await portal
    .db('employee')
    .where({ id: employeeId })
    .update({ dateOfLeaving: addDays(today(), -1) })
  expect(await closeLeavers(portal.db)).toBe(0)
  const said = await portal
    .db('audit_entry')
    .where({ entity: 'user', entityId: kept, action: 'STATUS' })
    .first('reason')
  expect(said.reason).toContain('last IT administrator')
  expect((await (await portal.as(before.loginId)).get('/api/me')).status).toBe(200)
  await personWith(portal, ['SYS_ADMIN'])
  expect(await closeLeavers(portal.db)).toBe(1)
  expect(await portal.db('user').where({ id: kept }).first('isActive')).toEqual({ isActive: 0 })
})
