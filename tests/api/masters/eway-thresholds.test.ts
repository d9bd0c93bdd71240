/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { up as carryOver } from '../../../migrations/0033_e_way_threshold.ts'
import { addColumn } from '../../../migrations/ddl.ts'
import { state } from '../../../resources/masters/state.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, demoPortal, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
let keeper: ApiClient
beforeAll(async () => {
  keeper = await masterEditor(portal)
})
const path = '/api/masters/e-way-threshold'

describe('a threshold of e-way bills', () => {
  it('has one amount of a state, movement and goods on a day', async () => {
    const { id: stateId } = await exampleRow(portal.db, state)
    const row = {
      stateId,
      movement: 'WITHIN_STATE',
      amount: 70_000_00,
      source: 'Gazette 7/2027',
      validFrom: '2027-01-01',
    }
    expect((await keeper.post(path, row)).status).toBe(201)
    expect((await keeper.post(path, { ...row, validFrom: '2028-01-01' })).status).toBe(409)
    expect((await keeper.post(path, { ...row, movement: 'WITHIN_CITY' })).status).toBe(201)
    expect((await keeper.post(path, { ...row, goodsClass: 'MEDICINES', amount: null })).status).toBe(201)
  })
})

it('takes over what the company entered for states and in the settings, and leaves what states came with', async () => {
  const { db } = portal
  await addColumn(db, 'state', 'ewayThreshold', 'bigint')
  const states = new Map<string, number>()
  for (const [gstStateCode, amount] of [
    ['29', 75_000_00],
    ['33', 1_00_000_00],
    ['15', 20_000_00],
    ['32', null],
  ] as const) {
    const named = { gstStateCode, name: `State ${gstStateCode}`, isoCode: `IN-${gstStateCode}` }
    const { id } = (await keeper.post('/api/masters/state', named)).body
    await db('state').where({ id }).update({ ewayThreshold: amount })
    states.set(gstStateCode, id)
  }
  await exampleRow(db, appSetting, { key: 'eway.threshold', value: '60000', valueType: 'INT' })
  await carryOver(db)
  await carryOver(db)
  const taken = await db('e_way_threshold').where({ validFrom: '2018-04-01' }).orderBy('id')
  expect(
    taken.map(({ stateId, movement, amount, rowVersion }) => [stateId, movement, Number(amount), rowVersion]),
  ).toEqual([
    [states.get('29'), 'WITHIN_STATE', 75_000_00, 2],
    [states.get('15'), 'WITHIN_STATE', 20_000_00, 2],
    [null, 'WITHIN_STATE', 60_000_00, 2],
    [null, 'BETWEEN_STATES', 60_000_00, 2],
  ])
  expect(await db.schema.hasColumn('state', 'ewayThreshold')).toBe(false)
  expect(await db('app_setting').where({ key: 'eway.threshold' })).toEqual([])
  // A person reads and changes them like rows that were entered.
  const row = (await keeper.get(`${path}?stateId=${states.get('29')}`)).body.data[0]
  expect((await keeper.patch(`${path}/${row.id}`, { rowVersion: row.rowVersion, source: 'Gazette' })).status).toBe(200)
  const again = { stateId: states.get('29'), movement: 'WITHIN_STATE', amount: 1, source: 'x', validFrom: '2028-01-01' }
  expect((await keeper.post(path, again)).status).toBe(409)
})

it('comes with the portal, with its sources, and says which are not confirmed', async () => {
  const demo = await demoPortal()
  const rows = await demo
    .db('e_way_threshold')
    .leftJoin('state', 'state.id', 'e_way_threshold.stateId')
    .select('state.gstStateCode as code', 'movement', 'amount', 'isUnconfirmed', 'source')
  const codesWith = (test: (row: (typeof rows)[number]) => boolean) =>
    [...new Set(rows.filter(test).map(({ code }) => code))].sort()
  expect(codesWith(({ amount, movement }) => Number(amount) === 1_00_000_00 && movement === 'WITHIN_STATE')).toEqual([
    '03',
    '07',
    '08',
    '10',
    '20',
    '27',
    '33',
  ])
  expect(codesWith(({ isUnconfirmed }) => Boolean(isUnconfirmed))).toEqual(['02', '15', '19', '22', '23', '24'])
  expect(codesWith(({ movement }) => movement === 'WITHIN_CITY')).toEqual(['08'])
  expect(codesWith(({ amount }) => amount === null)).toEqual(['01'])
  expect(rows.filter(({ source }) => !source)).toEqual([])
  await demo.close()
})
