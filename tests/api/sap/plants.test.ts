import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../api/platform/log.ts'
import { plantPull } from '../../../api/sap/goods/plant.ts'
import { readOneRow } from '../../../api/sap/reading/read-one-row.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { gstinOf } from '../../../seeds/registrations.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { padded, wireAddress, wirePartner } from '../../support/sap/customers.ts'
import { stubSap } from '../../support/sap/rows.ts'

let database: TestDatabase
let db: Knex
let plants: Record<string, unknown>[]
let partners: Record<string, unknown>[]
let sap: ReturnType<typeof stubSap>

beforeEach(async () => {
  database = await seededDatabase()
  db = database.db
  const rows: { code: string; name: string }[] = await db('plant').select('code', 'name')
  plants = rows.map(({ code, name }) => ({
    Plant: code,
    PlantName: name,
    SalesOrganization: '1000',
    PlantCustomer: '',
  }))
  partners = []
  sap = stubSap({ 'API_PLANT_SRV/A_Plant': plants, 'API_BUSINESS_PARTNER/A_BusinessPartner': partners })
})
afterEach(() => database.close())

const read = () =>
  sapRowReader({ db, sap, log: createLog({ logLevel: 'silent' }) }, plantPull).read({
    trigger: 'MANUAL',
    mode: 'DELTA',
    requestedById: null,
  })
const plantOf = (code: string) => db('plant').where({ code }).first()
/** A plant that the portal does not know, with the customer that stands for it. */
function newcomer(more: Record<string, unknown> = {}, address: Partial<Parameters<typeof wireAddress>[0]> = {}) {
  plants.push({
    Plant: '1601',
    PlantName: 'Goa depot',
    SalesOrganization: '1000',
    PlantCustomer: padded('901601'),
    ...more,
  })
  const place = { street: 'L-40, Verna Industrial Estate', city: 'Verna', pincode: '403722', region: '05', ...address }
  partners.push(
    wirePartner({
      code: '901601',
      name: 'Goa depot',
      addresses: [wireAddress(place)],
      gstin: gstinOf('30', 'ZZACM1001A'),
    }),
  )
}

describe('the plants of SAP', () => {
  it('are those of the demo company: reading them changes nothing', async () => {
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
  })

  it('rename ours; what they are, where and with which GSTIN stays the portal’s', async () => {
    const before = await plantOf('1201')
    Object.assign(plants.find(({ Plant }) => Plant === '1201')!, { PlantName: 'Bhiwandi hub' })
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    const { name, rowVersion, updatedAt, updatedById, ...rest } = await plantOf('1201')
    expect(name).toBe('Bhiwandi hub')
    expect(before).toMatchObject(rest)
  })

  it('that are new are to be completed: SAP does not say what they are', async () => {
    newcomer()
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    const city = await db('state_city').where({ name: 'Verna' }).first()
    expect(await plantOf('1601')).toMatchObject({
      name: 'Goa depot',
      address: 'L-40, Verna Industrial Estate',
      pincode: '403722',
      cityId: city.id,
      stateId: city.stateId,
      plantType: null,
      gstin: gstinOf('30', 'ZZACM1001A'),
      toComplete: 'Plant type',
    })
  })

  it.each([
    ['abroad', {}, { country: 'US' }],
    ['of another sales organisation', { SalesOrganization: '9000' }, {}],
  ])('that are %s are left out', async (_, more, address) => {
    newcomer(more, address)
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsFailed: 0 })
  })

  it('without a customer that has their address are a sentence', async () => {
    newcomer({ PlantCustomer: '' })
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 0 })
    expect((await db('import_job_error').where({ sapSyncRunId: run.id }).first()).message).toBe(
      'Plant 1601: No address is the usual one today: mark one in SAP',
    )
  })

  it('without a region are a sentence, and the others are read', async () => {
    newcomer({}, { region: '' })
    Object.assign(plants[0]!, { PlantName: 'Renamed' })
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect(await db('import_job_error').where({ sapSyncRunId: run.id }).first()).toMatchObject({
      value: '1601',
      message: 'Plant 1601: The address has no region: enter it in SAP',
    })
  })

  it('are not ended by a reading', async () => {
    await read()
    plants.pop()
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 0 })
    expect(await db('plant').where({ isActive: 0 })).toEqual([])
  })

  it('are read one by one', async () => {
    for (const row of plants) row.PlantName = 'Renamed'
    const { run } = await readOneRow({ db, sap }, plantPull, '1201', null)
    expect(run).toMatchObject({ rowsRead: 1, rowsUpdated: 1 })
  })
})
