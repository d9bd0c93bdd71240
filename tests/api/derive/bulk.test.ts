import { describe, expect, it } from 'vitest'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'PRICING_APPROVER']))

const NIDS = '/api/masters/nid/bulk'
const nid = resourceNamed('nid')

/** Creates a number of NIDs under a new SBU. */
async function nids(count: number): Promise<{ sbuId: number; ids: number[] }> {
  const sbu = await exampleRow(portal.db, resourceNamed('sbu'))
  const drafts: RowValues[] = []
  for (let at = 0; at < count; at++)
    drafts.push(
      await exampleInput(portal.db, nid, { code: `B${sbu.id}-${at}`.slice(0, 10), sbuId: sbu.id, parentNidId: null }),
    )
  const rows = await insertRows(portal.db, nid, drafts, systemAuthor('test'))
  return { sbuId: sbu.id, ids: rows.map(({ id }) => id) }
}
const stored = (ids: number[]): Promise<RowValues[]> => portal.db('nid').whereIn('id', ids).orderBy('id')
const historyOf = (ids: number[]): Promise<RowValues[]> =>
  portal.db('audit_entry').where('entity', 'nid').whereIn('entityId', ids).whereNot('action', 'CREATE')

describe('many rows at once', () => {
  it('are changed by their ids, each with its version and a history entry that names the bulk change', async () => {
    const { ids } = await nids(3)
    const change = { description: '  Solvents  ' }
    const answer = await keeper.post(NIDS, { ids, expected: 3, change, why: 'New names' })
    expect(answer).toMatchObject({ status: 201, body: { count: 3, changed: 3, same: 0, failures: [] } })
    for (const row of await stored(ids)) expect(row).toMatchObject({ description: 'Solvents', rowVersion: 2 })
    const history = await historyOf(ids)
    expect(history.map(({ action, reason }) => [action, reason])).toEqual(
      ids.map(() => ['UPDATE', 'Many rows at once: New names']),
    )
  })

  it('are changed by the filter of the list, without touching rows that have the value already', async () => {
    const { sbuId, ids } = await nids(4)
    await keeper.post(NIDS, { ids: ids.slice(0, 1), expected: 1, change: { description: 'Acids' } })
    const filter = { sbuId, isActive: true }
    const answer = await keeper.post(NIDS, { filter, expected: 4, change: { description: 'Acids' } })
    expect(answer.body).toMatchObject({ count: 4, changed: 3, same: 1 })
    expect((await stored(ids)).map(({ rowVersion }) => rowVersion)).toEqual([2, 2, 2, 2])
  })

  it('take as many statements for forty rows as for four', async () => {
    const statementsFor = async (count: number) => {
      const { ids } = await nids(count)
      const asked = await statementsDuring(portal.db, async headers => {
        const { body } = await keeper.post(NIDS, { ids, expected: count, change: { description: 'Salts' } }, headers)
        expect(body).toMatchObject({ changed: count })
      })
      return asked.length
    }
    expect(await statementsFor(40)).toBe(await statementsFor(4))
  })

  it('can be previewed: the preview gives the same result and changes nothing', async () => {
    const { sbuId, ids } = await nids(2)
    const asked = { filter: { sbuId }, expected: 2, change: { description: 'Bases' }, preview: true }
    expect((await keeper.post(NIDS, asked)).body).toMatchObject({ count: 2, changed: 2, failures: [] })
    for (const row of await stored(ids)) expect(row.rowVersion).toBe(1)
    expect(await historyOf(ids)).toEqual([])
  })

  it('are refused with both counts, and nothing is written, when their number differs from the one confirmed', async () => {
    const { sbuId, ids } = await nids(3)
    await portal.db('nid').where('id', ids[0]!).update({ isActive: 0 })
    const filter = { sbuId, isActive: true }
    const { status, body } = await keeper.post(NIDS, { filter, expected: 3, change: { description: 'Gone' } })
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        data: { expected: 3, found: 2 },
        errors: [
          {
            code: 'COUNT_MOVED',
            message: 'These were 3 rows and are now 2: look at the list again before you change them',
          },
        ],
      },
    })
    expect((await stored(ids)).some(({ description }) => description === 'Gone')).toBe(false)
  })

  it('change all or none: rows that cannot change are listed with their text and the reason, and can be left out', async () => {
    const { sbuId, ids } = await nids(3)
    // A NID that is the parent of another one is still in use.
    await portal.db('nid').where('id', ids[1]!).update({ parentNidId: ids[0]! })
    const deactivate = { filter: { sbuId }, expected: 3, change: { isActive: false } }
    const { status, body } = await keeper.post(NIDS, deactivate)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        message: '1 of 3 rows cannot be changed, so none was: correct them or leave them out',
        data: {
          failures: [
            {
              id: ids[0],
              errors: [{ code: 'IN_USE', message: expect.stringMatching(/^\S.* is still used by NID \(1\)$/) }],
            },
          ],
        },
      },
    })
    expect(body.data.failures[0].text).toContain('B')
    expect((await stored(ids)).map(({ isActive }) => isActive)).toEqual([1, 1, 1])
    const left = await keeper.post(NIDS, { ...deactivate, leaveOut: [ids[0]] })
    expect(left.body).toMatchObject({ count: 3, changed: 2, leftOut: 1 })
    expect((await stored(ids)).map(({ isActive }) => isActive)).toEqual([1, 0, 0])
    expect((await historyOf(ids)).map(({ action }) => action)).toEqual(['DEACTIVATE', 'DEACTIVATE'])
    const back = await keeper.post(NIDS, { ids: ids.slice(1), expected: 2, change: { isActive: true } })
    expect(back.body).toMatchObject({ changed: 2 })
  })

  it('need a typed confirmation above a hundred, and a file above five thousand', async () => {
    const { sbuId, ids } = await nids(101)
    const asked = { filter: { sbuId }, expected: 101, change: { description: 'Salts' } }
    const untyped = await keeper.post(NIDS, asked)
    expect([untyped.status, untyped.body.errors[0].message]).toEqual([
      400,
      'confirm must be CHANGE, for 101 rows are changed at once',
    ])
    expect((await keeper.post(NIDS, { ...asked, preview: true })).status).toBe(201)
    const typed = await keeper.post(NIDS, { ...asked, confirm: 'CHANGE' })
    expect(typed.body).toMatchObject({ changed: 101 })
    expect(await historyOf(ids)).toHaveLength(101)
    const many = Array.from({ length: 5001 }, (_, at) => at + 1)
    const refused = await keeper.post(NIDS, { ids: many, expected: 5001, change: { description: 'x' } })
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      'At most 5,000 rows are changed at once: narrow the list with a filter, make a round, or import a file',
    ])
  })

  it('may be more than 500 ids', async () => {
    const { ids } = await nids(520)
    const answer = await keeper.post(NIDS, { ids, expected: 520, change: { description: 'Oils' }, confirm: 'CHANGE' })
    expect(answer.body).toMatchObject({ count: 520, changed: 520 })
  })

  it('report an error common to all rows once', async () => {
    const { ids } = await nids(1)
    const refusals: [RowValues, string][] = [
      [{ change: {} }, 'change must name the fields to be set, such as { "isActive": false }'],
      [{ change: { nowhere: 1 } }, 'nowhere is not a field of NID'],
      [{ change: { description: 5 } }, 'Description must be text'],
      [{ change: { description: '' } }, 'Description is required'],
      [{ change: { isActive: 'no' } }, 'Active must be yes or no'],
      [
        { change: { isActive: true, description: 'x' } },
        'Activate or deactivate rows separately from changing their fields',
      ],
      [{ expected: undefined }, 'expected must be the number of rows that was seen'],
      [{ ids: undefined }, 'Send either ids or the filter of the list'],
      [{ filter: {} }, 'Send either ids or the filter of the list'],
      [{ ids: ['1'] }, 'ids must be a list of the ids of rows'],
      [{ leaveOut: 3 }, 'leaveOut must be a list of the ids of rows'],
      [{ ids: undefined, filter: { $limit: 1 } }, 'filter says which rows: leave $limit away'],
      [{ ids: undefined, filter: { secret: 1 } }, 'secret is not a field of NID'],
    ]
    for (const [wrong, message] of refusals) {
      const { status, body } = await keeper.post(NIDS, { ids, expected: 1, change: { description: 'x' }, ...wrong })
      expect([status, body.errors[0].message]).toEqual([400, message])
    }
    expect((await stored(ids))[0]).toMatchObject({ rowVersion: 1 })
  })

  it('are refused to a person who may not change one of them', async () => {
    const { ids } = await nids(1)
    const auditor = await personWith(portal, ['AUDITOR'])
    expect((await auditor.post(NIDS, { ids, expected: 1, change: { description: 'x' } })).status).toBe(403)
    expect((await portal.nobody.post(NIDS, { ids, expected: 1, change: { description: 'x' } })).status).toBe(401)
    const csc = await personWith(portal, ['CSC_AGENT'])
    const supply = '/api/masters/sbu-wise-cnf/bulk'
    const { status } = await csc.post(supply, { ids: [1], expected: 1, change: { isActive: false } })
    expect(status).toBe(403)
  })

  it('with prices in effect are ended and succeeded by new rows, like a single row', async () => {
    const prices = resourceNamed('cust-shipto-prod-price')
    const one = await exampleRow(portal.db, prices, { validFrom: '2026-04-01', validTo: '9999-12-31' })
    const other = await exampleRow(portal.db, prices, { validFrom: '2026-04-01', validTo: '9999-12-31' })
    const ids = [one.id, other.id]
    const { body } = await keeper.post('/api/masters/cust-shipto-prod-price/bulk', {
      ids,
      expected: 2,
      change: { netPrice: 77_700 },
    })
    expect(body).toMatchObject({ changed: 2, failures: [] })
    const ended: RowValues[] = await portal.db('cust_shipto_prod_price').whereIn('id', ids)
    for (const row of ended) expect([row.netPrice, String(row.validTo) < '9999-12-31']).toEqual([one.netPrice, true])
    const next: RowValues[] = await portal.db('cust_shipto_prod_price').where('netPrice', 77_700)
    expect(next).toHaveLength(2)
  })

  it('of a master with lines are saved with their lines, which keep the customer of the header', async () => {
    const annexure = resourceNamed('customer-annexure')
    const row = await exampleRow(portal.db, annexure)
    const line = await exampleRow(portal.db, resourceNamed('customer-annexure-line'), {
      customerAnnexureId: row.id,
      customerId: row.customerId,
    })
    const other = await exampleRow(portal.db, resourceNamed('customer'))
    const asked = { ids: [row.id], expected: 1, change: { customerId: other.id } }
    const both = await personWith(portal, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER', 'CSC_AGENT'])
    const { status, body } = await both.post(`/api/${annexure.path}/bulk`, asked)
    expect({ status, body }).toMatchObject({ status: 201, body: { changed: 1, failures: [] } })
    expect(await portal.db('customer_annexure_line').where({ id: line.id }).first()).toMatchObject({
      customerId: other.id,
    })
    const refused = await both.post(`/api/${annexure.path}/bulk`, { ...asked, change: { customerId: 99_999_999 } })
    expect([refused.status, refused.body.data?.failures?.[0]?.errors[0].code]).toEqual([422, 'UNKNOWN_REF'])
  })

  it('are described in OpenAPI', () => {
    const { paths } = openApi() as { paths: Record<string, { post?: { operationId: string } }> }
    expect(paths['/masters/nid/bulk']!.post!.operationId).toBe('change-many-nid')
    expect(paths['/orders/bulk']).toBeUndefined()
  })
})
