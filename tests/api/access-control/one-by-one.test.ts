/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchingRows } from '../../../api/derive/list/matching.ts'
import { readQuery } from '../../../api/derive/list/query.ts'
import { columnsReadBy } from '../../../api/derive/rights/conditions.ts'
import type { Person } from '../../../api/derive/rights/person.ts'
import { readPerson } from '../../../api/derive/rights/read-person.ts'
import { today } from '../../../api/platform/clock.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { writeWorld } from '../../support/canary/world.ts'
import { withinSeconds } from '../../support/limits.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'

const PEOPLE = [...roleCodes.map(role => role.toLowerCase()), 'asha', 'meena', 'joseph', 'ravi']
/** The scopes that look at one row where they are asked for one. */
const SCOPES = ['lrsInMyScope', 'sigmaLrsIFollow', 'shipmentsOfMyCustomers', 'invoicesInMyScope', 'invoicesOfMyCluster']
const lists = [...resources, ...reports].filter(({ within }) =>
  SCOPES.some(scope => JSON.stringify(within).includes(`"${scope}"`)),
)

let portal: TestPortal
beforeAll(async () => {
  portal = await demoPortal()
  await writeWorld(portal.db, portal.home)
  // A sales rep who follows the sister business: one consignment from a plant of it, and one to a customer of it.
  const { db } = portal
  const { employeeId } = await db('user').where({ loginId: 'sales_rep' }).first('employeeId')
  const { id: _, ...map } = await db('employee_sigma_map').orderBy('id').first()
  const sigmaCustomerId = (await db('sigma_customers').orderBy('id').first('id')).id
  await db('employee_sigma_map').insert([
    { ...map, employeeId, mapType: 'PLANT', plantCode: 'S9', sigmaCustomerId: null, naturalKey: 'plant' },
    { ...map, employeeId, mapType: 'CUSTOMER', plantCode: null, sigmaCustomerId, naturalKey: 'customer' },
  ])
  const [one, other] = (await db('shipment').orderBy('id').pluck('lrId')) as number[]
  await db('lr').whereIn('id', [one!, other!]).update({ businessLine: 'SIGMA', plantId: null })
  await db('lr_line').whereIn('lrId', [one!, other!]).update({ invoiceId: null })
  await db('lr').where({ id: one }).update({ sigmaPlantCode: 'S9' })
  await db('shipment').where({ lrId: other }).update({ sigmaCustomerId, customerId: null })
}, withinSeconds(120))
afterAll(() => portal.close())

async function idsReadBy(person: Person, resource: Resource, oneByOne: boolean): Promise<number[]> {
  const { db } = portal
  const query = readQuery(resource, {}, columnsReadBy(person, resource))
  const rows = matchingRows(db, resource, query, { person, day: today(), oneByOne }, 'read')
  return (await rows.pluck(`${tableOf(resource)}.id`)).map(Number).sort((one, other) => one - other)
}

describe.each(PEOPLE)('%s', loginId => {
  it('reads the same rows of every list, whether the rights of each row are tested by itself or not', async () => {
    const { id } = await portal.db('user').where({ loginId }).first('id')
    const person = (await readPerson(portal.db, id))!
    for (const resource of lists.filter(({ path }) => person.ability.can('read', path))) {
      const atOnce = await idsReadBy(person, resource, false)
      expect([resource.path, await idsReadBy(person, resource, true)]).toEqual([resource.path, atOnce])
    }
  })
})

it('looks at rows that some read and others do not, so that the comparison means something', async () => {
  expect(lists.length).toBeGreaterThan(10)
  for (const resource of lists.filter(({ path }) => ['lrs', 'shipments', 'lr-lines', 'invoices'].includes(path))) {
    const counts = new Set<number>()
    for (const loginId of ['sales_rep', 'csc_agent', 'customer', 'transporter', 'dispatch']) {
      const { id } = await portal.db('user').where({ loginId }).first('id')
      const person = (await readPerson(portal.db, id))!
      if (person.ability.can('read', resource.path)) counts.add((await idsReadBy(person, resource, true)).length)
    }
    expect([resource.path, counts.size > 1]).toEqual([resource.path, true])
  }
})
