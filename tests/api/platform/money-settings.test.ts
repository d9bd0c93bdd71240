import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../api/platform/settings.ts'
import { moneySettings } from '../../../resources/settings/money-settings.ts'
import { settings } from '../../../resources/settings/settings.ts'
import { importDesk } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const path = '/api/settings/app-setting'
const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')
const finance = portal.person('finance')

const stored = (key: string) => portal.db('app_setting').where({ key }).first()
const change = async (who: ApiClient, key: string, values: object) => {
  const { id, rowVersion } = await stored(key)
  return who.patch(`${path}/${id}`, { ...values, rowVersion })
}
const act = async (who: ApiClient, action: string, key: string) => {
  const { id, rowVersion } = await stored(key)
  return who.post(`${path}/actions`, { action, rows: [{ id, rowVersion }] })
}
const inForce = async (key: keyof typeof settings) => (await readSettings(portal.db))[key]

describe('a setting of money, or that switches a control off', () => {
  it('is one that the product knows', () => {
    expect(moneySettings.filter(key => !Object.hasOwn(settings, key))).toEqual([])
  })

  it.each([
    ['limits.four_eyes', 'false', true, false],
    ['bill.tolerance_pct', '50', 2_00, 50_00],
    ['po.file_required_above', '99999999', 100_000_00, 99_999_999_00],
  ] as const)(
    '%s keeps its value until Finance confirms the change of an IT administrator',
    async (key, value, old, next) => {
      expect((await change(admin, key, { value })).body).toMatchObject({ confirmStatus: 'CHANGE_PENDING' })
      expect(await inForce(key)).toBe(old)
      const second = await personWith(portal, ['SYS_ADMIN'])
      for (const who of [admin, second]) expect((await act(who, 'confirm', key)).status).toBe(403)
      expect((await act(finance, 'confirm', key)).status).toBe(201)
      expect(await inForce(key)).toBe(next)
    },
  )

  it('is changed by nobody of Finance, who confirms alone', async () => {
    expect((await change(finance, 'bill.tolerance_pct', { value: '3' })).status).toBe(403)
  })

  it('is not deactivated to fall back to its standard', async () => {
    const { id } = await stored('bill.tolerance_amount')
    const { status, body } = await admin.delete(`${path}/${id}`)
    expect([status, body.errors[0].message]).toEqual([
      422,
      'This setting protects money and stays active: change its value instead',
    ])
    const bulk = await admin.post(`${path}/bulk`, { ids: [id], expected: 1, change: { isActive: false } })
    expect([bulk.status, await stored('bill.tolerance_amount')]).toMatchObject([422, { isActive: 1 }])
  })

  it('waits in a file and among many rows, too, and under a new name', async () => {
    const desk = await importDesk(portal.db, ['SYS_ADMIN'])
    const file = 'key,value,value_type\nbill.require_pod,false,BOOL\n'
    expect((await desk.bring('settings/app-setting', file, { commit: true })).status).toBe('DONE')
    desk.close()
    expect(await inForce('bill.require_pod')).toBe(true)
    const { id } = await stored('approval.use_asp')
    await admin.post(`${path}/bulk`, { ids: [id], expected: 1, change: { value: 'false' } })
    expect(await inForce('approval.use_asp')).toBe(true)
    await portal.db('app_setting').where({ key: 'login.mailed_code' }).delete()
    const made = await admin.post(path, { key: 'login.mailed_code', value: 'true', valueType: 'BOOL' })
    expect([made.status, made.body.confirmStatus, await inForce('login.mailed_code')]).toEqual([201, 'PENDING', false])
    const { body: other } = await admin.post(path, { key: 'test.other', value: '5', valueType: 'DEC' })
    expect(other.confirmStatus).toBe('CONFIRMED')
    await portal.db('app_setting').where({ key: 'carting.approval_limit' }).delete()
    const renamed = await change(admin, 'test.other', { key: 'carting.approval_limit' })
    expect([renamed.body.key, await inForce('carting.approval_limit')]).toEqual(['test.other', 5_000_00])
  })

  it('is told by mail, with the value before and after', async () => {
    const sent = await portal.db('message_log').where({ templateCode: 'MONEY_CHANGE' })
    const about = sent.filter(({ subject }) => subject === 'Setting bill.tolerance_pct: change proposed')
    expect(about[0].body).toContain('Value: 2 → 50')
  })
})

describe('any other setting', () => {
  it('counts at once', async () => {
    expect((await change(admin, 'order.max_lines', { value: '150' })).body.confirmStatus).toBe('CONFIRMED')
    expect(await inForce('order.max_lines')).toBe(150)
  })
})
