import { describe, expect, it } from 'vitest'
import { keyTextsOf } from '../../../api/derive/save/key-texts.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { exampleInput } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const writer = portal.person(at => personWith(at, ['MASTER_ADMIN']))
const second = portal.person(at => personWith(at, ['MASTER_ADMIN']))
const third = portal.person(at => personWith(at, ['PRICING_APPROVER', 'MASTER_ADMIN']))

// biome-ignore lint/suspicious/noExplicitAny: a row as the API answers it
type Limit = any

const path = '/api/masters/approving-limits'
const act = (who: ApiClient, action: string, { id, rowVersion }: Limit, asked?: object) =>
  who.post(`${path}/actions`, { action, rows: [{ id, rowVersion }], ...(asked && { asked }) })
const confirm = (who: ApiClient, row: Limit) => act(who, 'confirm', row)
const patch = async (who: ApiClient, row: Limit, change: object) => {
  const { rowVersion } = await now(row)
  return who.patch(`${path}/${row.id}`, { ...change, rowVersion })
}
const limit = async (more: object = {}) => {
  const input = await exampleInput(portal.db, approvingLimits, {
    validFrom: today(),
    validTo: '9999-12-31',
    maxValue: 4_00,
    ...more,
  })
  return (await writer.post(path, input)).body
}
/** A limit that was confirmed and has counted since a day. */
const confirmedLimit = async (validFrom = addDays(today(), -30), more: object = {}) => {
  const row = await limit(more)
  const { body } = await confirm(second, row)
  const { naturalKey } = keyTextsOf(approvingLimits, { ...row, validFrom })
  await portal.db('approving_limits').where({ id: row.id }).update({ validFrom, naturalKey })
  return { ...body.data[0], validFrom } as Limit
}
const now = async ({ id }: Limit): Promise<Limit> => (await second.get(`${path}/${id}`)).body
const tomorrow = addDays(today(), 1)
const later = addDays(today(), 100)

describe('a new limit', () => {
  it('waits for a second person: the person who wrote it cannot confirm it', async () => {
    const row = await limit()
    expect(row.confirmStatus).toBe('PENDING')
    expect((await confirm(writer, row)).body.message).toBe(
      'A row is confirmed by another person than the one who wrote it',
    )
    expect((await confirm(second, row)).body.data[0]).toMatchObject({ confirmStatus: 'CONFIRMED' })
    expect((await confirm(second, row)).status).toBe(409)
  })

  it('is not confirmed by the person whom it is for', async () => {
    const row = await limit()
    const own = await personWith(portal, ['MASTER_ADMIN'], { employeeId: row.employeeId })
    const refused = await confirm(own, row)
    const sentence = 'A row is confirmed by another person than the one whom it is for'
    expect([refused.status, refused.body.message]).toEqual([403, sentence])
    expect(await now(row)).toMatchObject({ confirmStatus: 'PENDING' })
    expect((await confirm(second, row)).status).toBe(201)
  })

  it('counts from the day on which it is confirmed, not before', async () => {
    const row = await limit({ validFrom: '2026-04-01' })
    expect((await confirm(second, row)).body.data[0]).toMatchObject({ validFrom: today() })
    const over = await limit({ validFrom: '2026-04-01', validTo: '2026-05-01' })
    expect((await confirm(second, over)).body).toMatchObject({
      code: 409,
      message: 'Valid to, 2026-05-01, is past: the row would never count',
    })
  })

  it('cannot be confirmed by a person who wrote a part of it, even when another person changed it last', async () => {
    const row = await limit()
    const { body: changed } = await second.patch(`${path}/${row.id}`, { level: 2, rowVersion: 1 })
    expect((await confirm(writer, changed)).status).toBe(403)
    expect((await confirm(second, changed)).status).toBe(403)
    expect((await confirm(third, changed)).body.data[0]).toMatchObject({ confirmStatus: 'CONFIRMED' })
  })

  it('cannot be confirmed by setting the field in the row', async () => {
    const row = await limit()
    for (const change of [{ confirmStatus: 'CONFIRMED' }, { pendingChange: { level: 1 } }]) {
      const { status, body } = await second.patch(`${path}/${row.id}`, { ...change, rowVersion: 1 })
      expect([status, body.errors[0].code]).toEqual([400, 'FORBIDDEN_FIELD'])
    }
  })

  it('can be confirmed only by people who may maintain limits', async () => {
    const row = await limit()
    expect((await confirm(await personWith(portal, ['SALES_MANAGER']), row)).status).toBe(403)
    expect((await second.post('/api/masters/sbu/actions', { action: 'confirm' })).status).toBe(400)
  })
})

describe('a confirmed limit', () => {
  it('stays in force while a change of it waits, and the change is kept beside it', async () => {
    const row = await confirmedLimit()
    const { status, body } = await patch(writer, row, { maxValue: 9_00 })
    expect([status, body.id]).toEqual([200, row.id])
    expect(await now(row)).toMatchObject({
      confirmStatus: 'CHANGE_PENDING',
      maxValue: 4_00,
      validTo: '9999-12-31',
      pendingChange: { maxValue: 9_00 },
    })
    expect(await portal.db('approving_limits').where({ employeeId: row.employeeId }).pluck('id')).toEqual([row.id])
  })

  it('is succeeded when another person confirms the change, never by its author', async () => {
    const row = await confirmedLimit()
    await patch(writer, row, { maxValue: 9_00 })
    expect((await confirm(writer, await now(row))).status).toBe(403)
    expect((await confirm(second, await now(row))).status).toBe(201)
    const rows = await portal.db('approving_limits').where({ employeeId: row.employeeId }).orderBy('id')
    expect(rows).toMatchObject([
      { maxValue: 4_00, validTo: addDays(today(), -1), confirmStatus: 'CONFIRMED', pendingChange: null },
      { maxValue: 9_00, validFrom: today(), validTo: '9999-12-31', confirmStatus: 'CONFIRMED', proposedById: null },
    ])
  })

  it('goes on today when a limit is planned for a later day, and for ever when nobody confirms that', async () => {
    const row = await confirmedLimit()
    await patch(writer, row, { maxValue: 9_00, validFrom: later })
    expect(await now(row)).toMatchObject({ maxValue: 4_00, validTo: '9999-12-31', confirmStatus: 'CHANGE_PENDING' })
    await confirm(second, await now(row))
    expect(await now(row)).toMatchObject({ validTo: addDays(later, -1), confirmStatus: 'CONFIRMED' })
    expect(
      await portal.db('approving_limits').where({ employeeId: row.employeeId, maxValue: 9_00 }).first(),
    ).toMatchObject({ validFrom: later, confirmStatus: 'CONFIRMED' })
  })

  it('is ended earlier without a second person, and goes on counting until then', async () => {
    const row = await confirmedLimit()
    const { status } = await act(writer, 'endDate', row, { validTo: tomorrow })
    expect(status).toBe(201)
    expect(await now(row)).toMatchObject({ confirmStatus: 'CONFIRMED', validTo: tomorrow })
  })

  it('is made longer only with a second person', async () => {
    const row = await confirmedLimit(undefined, { validTo: tomorrow })
    await act(writer, 'endDate', row, { validTo: later })
    expect(await now(row)).toMatchObject({ confirmStatus: 'CHANGE_PENDING', validTo: tomorrow })
    await confirm(second, await now(row))
    expect(await now(row)).toMatchObject({ confirmStatus: 'CONFIRMED', validTo: later, pendingChange: null })
  })

  it('is not touched by a change of nothing: no version, no status, no history', async () => {
    const row = await now(await confirmedLimit())
    const entries = () =>
      portal.db('audit_entry').where({ entity: 'approving-limits', entityId: row.id }).count('id as n')
    const before = await entries()
    const { status, body } = await patch(writer, row, { level: row.level, maxValue: row.maxValue })
    expect([status, body.rowVersion, body.confirmStatus]).toEqual([200, row.rowVersion, 'CONFIRMED'])
    expect(await entries()).toEqual(before)
  })

  it('keeps its confirmation when it is deactivated, and waits for a second person when it is activated again', async () => {
    const row = await confirmedLimit()
    expect((await writer.delete(`${path}/${row.id}`)).body).toMatchObject({
      confirmStatus: 'CONFIRMED',
      isActive: false,
    })
    expect((await patch(writer, row, { isActive: true })).body).toMatchObject({ confirmStatus: 'PENDING' })
  })

  it('goes on as it was when the change is withdrawn, by its author too', async () => {
    const row = await confirmedLimit()
    await patch(writer, row, { maxValue: 9_00 })
    expect((await act(writer, 'withdraw', await now(row))).status).toBe(201)
    const kept = { confirmStatus: 'CONFIRMED', maxValue: 4_00, pendingChange: null, proposedById: null }
    expect(await now(row)).toMatchObject(kept)
    expect((await act(writer, 'withdraw', await now(row))).status).toBe(409)
  })

  it('takes one change at a time: another person is told which one waits, the author may add to it', async () => {
    const row = await confirmedLimit()
    await patch(writer, row, { maxValue: 9_00 })
    const { status, body } = await patch(third, row, { maxValue: 8_00 })
    expect([status, body.message]).toEqual([
      409,
      `Tester MASTER_ADMIN changed “Up to” to 9.00 on ${dayText(today())}, which waits for a second person: confirm or withdraw it first`,
    ])
    await patch(writer, row, { validTo: later, level: 3 })
    expect((await now(row)).pendingChange).toEqual({ maxValue: 9_00, level: 3, validTo: later })
    expect((await patch(third, row, { validTo: tomorrow })).status).toBe(200)
  })

  it('cannot be proposed as what would be refused', async () => {
    const row = await confirmedLimit()
    expect((await patch(writer, row, { maxValue: 101_00 })).body.errors[0]).toMatchObject({ field: 'maxValue' })
    const { body: other } = await writer.post(path, { ...pick(row), validFrom: '2030-01-01' })
    expect(other.code).toBe(409)
    await act(writer, 'endDate', await now(row), { validTo: '2029-12-31' })
    await writer.post(path, { ...pick(row), validFrom: '2030-01-01' })
    const { status, body } = await patch(writer, row, { maxValue: 5_00, validTo: '2031-01-01' })
    expect([status, body.errors[0].code]).toEqual([409, 'DATE_OVERLAP'])
    expect((await now(row)).confirmStatus).toBe('CONFIRMED')
  })

  it('does not go off by a change of many rows: each change waits beside its row', async () => {
    const rows = [await confirmedLimit(), await confirmedLimit(), await confirmedLimit()]
    const ids = rows.map(({ id }) => id)
    const { body } = await writer.post(`${path}/bulk`, { ids, expected: 3, change: { maxValue: 9_00 } })
    expect(body).toMatchObject({ changed: 3, failures: [] })
    for (const row of rows) expect(await now(row)).toMatchObject({ confirmStatus: 'CHANGE_PENDING', maxValue: 4_00 })
    const asked = await Promise.all(rows.map(now))
    const all = asked.map(({ id, rowVersion }) => ({ id, rowVersion }))
    expect((await second.post(`${path}/actions`, { action: 'confirm', rows: all })).status).toBe(201)
    expect(await portal.db('approving_limits').whereIn('id', ids).pluck('validTo')).toEqual(
      ids.map(() => addDays(today(), -1)),
    )
  })

  it('does not go off by an import either', async () => {
    const row = await confirmedLimit(today())
    const { body: file } = await writer.get(`${path}/${row.id}`)
    const [sbu, employee] = await Promise.all([
      portal.db('sbu').where({ id: file.sbuId }).first('code'),
      portal.db('employee').where({ id: file.employeeId }).first('employeeCode as code'),
    ])
    const head = 'Limit type,SBU,Employee,Level,Up to,Valid from,Valid to'
    const text = `${head}\n${file.limitType},${sbu.code},${employee.code},1,9.00,${today()},9999-12-31\n`
    const job = await importFile(portal, writer, 'masters/approving-limits', text, { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await now(row)).toMatchObject({
      confirmStatus: 'CHANGE_PENDING',
      maxValue: 4_00,
      pendingChange: { maxValue: 9_00 },
    })
  })

  it('changes at once where the company wants no second person', async () => {
    const row = await confirmedLimit()
    const confirmed = { isActive: 1, confirmStatus: 'CONFIRMED' }
    const setting = { key: 'limits.four_eyes', value: 'false', valueType: 'BOOL', ...confirmed }
    const at = { rowVersion: 1, createdAt: '', updatedAt: '', naturalKey: 'limits.four_eyes' }
    await portal.db('app_setting').insert({ ...setting, ...at })
    const { body } = await patch(writer, row, { maxValue: 9_00 })
    await portal.db('app_setting').where({ key: 'limits.four_eyes' }).delete()
    expect(body).toMatchObject({ maxValue: 9_00, validFrom: today(), confirmStatus: 'PENDING' })
  })
})

const pick = ({ limitType, sbuId, nidId, employeeId, level }: Limit) => {
  const key = { limitType, sbuId, nidId, employeeId, level }
  return { ...key, maxValue: 4_00 }
}
