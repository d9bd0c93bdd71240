import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { exampleInput } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let writer: ApiClient
let second: ApiClient

beforeAll(async () => {
  portal = await emptyPortal()
  writer = await personWith(portal, ['MASTER_ADMIN'])
  second = await personWith(portal, ['MASTER_ADMIN'])
})
afterAll(() => portal.close())

const path = '/api/masters/approving-limits'
const confirm = (who: ApiClient, row: { id: number; rowVersion: number }) =>
  who.post(`${path}/actions`, { action: 'confirm', rows: [{ id: row.id, rowVersion: row.rowVersion }] })
const limit = async () => (await writer.post(path, await exampleInput(portal.db, approvingLimits))).body

it('waits for a second person: the person who wrote a limit cannot confirm it', async () => {
  const row = await limit()
  expect(row.confirmStatus).toBe('PENDING')
  expect((await confirm(writer, row)).body.message).toBe(
    'A row is confirmed by another person than the one who wrote it',
  )
  expect((await confirm(second, row)).body.data[0]).toMatchObject({ confirmStatus: 'CONFIRMED' })
  expect((await confirm(second, row)).status).toBe(409)
})

it('waits for confirmation again after every change', async () => {
  const row = await limit()
  const confirmed = (await confirm(second, row)).body.data[0]
  const { body: changed } = await second.patch(`${path}/${row.id}`, { maxValue: 5, rowVersion: confirmed.rowVersion })
  expect(changed).toMatchObject({ confirmStatus: 'PENDING', confirmedById: null })
  expect((await confirm(second, changed)).status).toBe(403)
})

it('cannot be confirmed by a person who wrote a part of it, even when another person changed it last', async () => {
  const row = await limit()
  const { body: changed } = await second.patch(`${path}/${row.id}`, { level: 2, rowVersion: 1 })
  expect((await confirm(writer, changed)).status).toBe(403)
  expect((await confirm(second, changed)).status).toBe(403)
  const third = await personWith(portal, ['PRICING_APPROVER', 'MASTER_ADMIN'])
  expect((await confirm(third, changed)).body.data[0]).toMatchObject({ confirmStatus: 'CONFIRMED' })
})

it('cannot be confirmed by setting the field in the row', async () => {
  const row = await limit()
  const { status, body } = await second.patch(`${path}/${row.id}`, { confirmStatus: 'CONFIRMED', rowVersion: 1 })
  expect([status, body.errors[0].code]).toEqual([400, 'FORBIDDEN_FIELD'])
})

it('can be confirmed only by people who may maintain limits', async () => {
  const row = await limit()
  expect((await confirm(await personWith(portal, ['SALES_MANAGER']), row)).status).toBe(403)
  expect((await second.post('/api/masters/sbu/actions', { action: 'confirm' })).status).toBe(400)
})
