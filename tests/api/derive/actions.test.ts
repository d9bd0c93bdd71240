/** @module-tag sql */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { checkImmutableFields } from '../../../api/derive/save/immutable-fields.ts'
import { today } from '../../../api/platform/clock.ts'
import { fulfils, valuesIn } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { changesToRestore, versionAfter } from '../../../resources/define/versions.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { customerAnnexure } from '../../../resources/masters/customer-annexure.ts'
import { defaultSupplyPlant } from '../../../resources/masters/default-supply-plant.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const described = openApi()
const portal = portalOfFile(emptyPortal)
const people = new Map<Role, ApiClient>()

/** Signs in a person who holds only this role. */
async function holder(role: Role): Promise<ApiClient> {
  const known = people.get(role) ?? (await personWith(portal, [role]))
  people.set(role, known)
  return known
}
const act = (who: ApiClient, { path }: Resource, body: unknown, headers?: Record<string, string>) =>
  who.post(`/api/${path}/actions`, body, headers)

const declared = resources.flatMap(resource =>
  Object.entries(resource.actions).map(([name, action]) => ({ resource, name, action, of: resource.title })),
)

describe.each(declared)('$of: $name', ({ resource, name, action }) => {
  it('is refused with a sentence to roles without its right', async () => {
    const role = roleCodes.find(code => !may(resource.access, code, action.letter) && code !== 'TRANSPORTER')!
    const { status, body } = await act(await holder(role), resource, { action: name })
    expect(status).toBe(403)
    expect(body.message).toMatch(/may not/)
    expect((await act(portal.nobody, resource, { action: name })).status).toBe(401)
  })

  it('is described in OpenAPI', () => {
    const { paths } = described as { paths: Record<string, { post?: object }> }
    expect(JSON.stringify(paths[`/${resource.path}/actions`]?.post)).toContain(`"const":"${name}"`)
  })
})

/** A role that may take the action on every row; actions only for partners are tested with their resource. */
const freeToTake = ({ resource, action }: (typeof declared)[number]) =>
  roleCodes.find(code => may(resource.access, code, action.letter) && !resource.within[code])
const conditional = declared.filter(
  one => one.resource.kind === 'master' && one.action.on !== 'list' && freeToTake(one) !== undefined,
)

describe.each(conditional)('$of: $name', one => {
  const { resource, name, action } = one
  it('is refused on a row on which its condition does not hold', async () => {
    const conditions = Object.entries(action.when)
    const row = await exampleRow(portal.db, resource)
    const [field, test] = conditions.find(([field]) => field === 'isActive') ?? conditions[0]!
    const other = field === 'isActive' ? !valuesIn(test).includes(true) : null
    await portal
      .db(resource.name.replaceAll('-', '_'))
      .where({ id: row.id })
      .update({ [field]: other === false ? 0 : other })
    const role = freeToTake(one)!
    const asked = await exampleInput(portal.db, { ...resource, fields: action.inputs, key: [] })
    const rows = [{ id: row.id, rowVersion: row.rowVersion }]
    const { status, body } = await act(await holder(role), resource, { action: name, rows, asked })
    expect([status, body.errors[0].code]).toEqual([409, 'NOT_NOW'])
    expect(body.message).toContain(conditionText(action.when, resource.fields))
  })
})

describe('an action', () => {
  const path = defaultSupplyPlant
  const seen = (row: { id: number; rowVersion?: unknown }) => ({ id: row.id, rowVersion: row.rowVersion })
  const lastDay = addDays(today(), 60)
  const end = (rows: unknown, validTo: unknown = lastDay) => ({ action: 'endDate', rows, asked: { validTo } })

  it('ends many rows at once or none, and records the reason in their history', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const [one, two] = [await exampleRow(portal.db, path), await exampleRow(portal.db, path)]
    const late = await exampleRow(portal.db, path, { validFrom: addDays(today(), 130) })
    const refused = await act(keeper, path, end([one, two, late].map(seen)))
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].message).toBe('Valid to must not be before Valid from')
    expect((await portal.db('default_supply_plant').where({ id: one.id }).first()).validTo).toBe('9999-12-31')
    const done = await act(keeper, path, { ...end([one, two].map(seen)), why: 'The depot closes' })
    expect(done.body.data).toMatchObject([
      { validTo: lastDay, rowVersion: 2 },
      { validTo: lastDay, rowVersion: 2 },
    ])
    const entries = await portal.db('audit_entry').where({ entity: path.name, action: 'UPDATE' })
    expect(entries.map(({ reason }) => reason)).toEqual([
      'Set end date: The depot closes',
      'Set end date: The depot closes',
    ])
  })

  it('is refused when it would make periods overlap, naming the other row', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const draft = await exampleInput(portal.db, path, { validTo: addDays(today(), 1) })
    const { body: first } = await keeper.post(`/api/${path.path}`, draft)
    const { body: next } = await keeper.post(`/api/${path.path}`, {
      ...draft,
      validFrom: addDays(today(), 2),
      validTo: '9999-12-31',
    })
    const { status, body } = await act(keeper, path, end([seen(first)]))
    expect([status, body.errors[0].code]).toEqual([409, 'DATE_OVERLAP'])
    expect(next.validFrom).toBe(addDays(today(), 2))
    expect(body.message).toContain(`from ${dayText(next.validFrom)}: end that row first`)
  })

  it('is refused on a row that somebody changed meanwhile, with the current row', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const row = await exampleRow(portal.db, path)
    await act(keeper, path, end([seen(row)]))
    const { status, body } = await act(keeper, path, end([seen(row)]))
    expect([status, body.errors[0].code, body.data.theirs.rowVersion]).toEqual([409, 'STALE_ROW', 2])
  })

  it('happens once for one Idempotency-Key', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const row = await exampleRow(portal.db, path)
    const key = { 'idempotency-key': randomUUID() }
    const first = await act(keeper, path, end([seen(row)]), key)
    const again = await act(keeper, path, end([seen(row)]), key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect((await portal.db('default_supply_plant').where({ id: row.id }).first()).rowVersion).toBe(2)
  })

  it('is refused when malformed, with a sentence and the field', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const row = seen(await exampleRow(portal.db, path))
    const odd: [unknown, number, string][] = [
      [{ action: 'nothing' }, 400, 'action'],
      [{ action: 'constructor' }, 400, 'action'],
      [{ action: 'endDate', rows: [row] }, 400, 'validTo'],
      [{ ...end([row]), asked: { validTo: lastDay, nowhere: 1 } }, 400, 'nowhere'],
      [{ ...end([row]), asked: [] }, 400, 'asked'],
      [end([row], '31-12-2026'), 400, 'validTo'],
      [end([]), 400, 'rows'],
      [end([row.id]), 400, 'rows'],
      [end('all'), 400, 'rows'],
      [{ ...end([row]), why: 5 }, 400, 'why'],
    ]
    for (const [body, status, field] of odd) {
      const answer = await act(keeper, path, body)
      expect([body, answer.status, answer.body.errors[0].field]).toEqual([body, status, field])
    }
    expect((await act(keeper, path, end([{ id: 999_999, rowVersion: 1 }]))).status).toBe(404)
    const two = [
      seen(await exampleRow(portal.db, customerAnnexure)),
      seen(await exampleRow(portal.db, customerAnnexure)),
    ]
    expect((await act(keeper, customerAnnexure, { action: 'issue', rows: two })).body.errors[0].message).toContain(
      'one row',
    )
  })

  it('describes its conditions in words', () => {
    const { fields } = approvingLimits
    expect(conditionText({ isActive: true, confirmStatus: 'PENDING' }, fields)).toBe(
      'Active is yes and Confirmation is Pending',
    )
    expect(conditionText({ nidId: { not: null } }, fields)).toBe('NID is filled in')
    expect(
      fulfils({ nidId: { not: null }, limitType: ['DISCOUNT_PCT'] }, { nidId: 3, limitType: 'DISCOUNT_PCT' }),
    ).toBe(true)
    expect(fulfils({ nidId: null }, { limitType: 'DISCOUNT_PCT' })).toBe(true)
  })
})

describe('a save', () => {
  it('records its reason in the history, with the channel, the request and a version that can be restored', async () => {
    const keeper = await holder('MASTER_ADMIN')
    const row = await exampleRow(portal.db, defaultSupplyPlant)
    const path = `/api/${defaultSupplyPlant.path}/${row.id}`
    const saved = await keeper.patch(path, { validTo: '2099-03-31', rowVersion: 1, why: 'Until the new depot opens' })
    expect(saved.status).toBe(200)
    expect((await keeper.patch(path, { validTo: '2099-03-31', rowVersion: 2, why: 7 })).body.errors[0].field).toBe(
      'why',
    )
    const { body } = await keeper.get(`/api/history?resource=${defaultSupplyPlant.path}&rowId=${row.id}`)
    expect(body.data[0]).toMatchObject({ reason: 'Until the new depot opens', source: 'API', importJobId: null })
    expect(body.data[0].requestId).toMatch(/^[\w-]{8,36}$/)
    const changes = changesToRestore(
      defaultSupplyPlant,
      saved.body,
      versionAfter(saved.body, body.data, body.data[1].id),
    )
    expect(changes).toEqual({ validTo: '9999-12-31' })
    const restored = await keeper.patch(path, { ...changes, rowVersion: 2, why: 'Restored' })
    expect(restored.body).toMatchObject({ validTo: '9999-12-31', rowVersion: 3 })
  })

  it('does not change fields that are fixed in the state of the row', () => {
    const locked = { ...defaultSupplyPlant, fields: { ...defaultSupplyPlant.fields } } as Resource
    const [name] = Object.keys(locked.fields)
    ;(locked.fields as Record<string, unknown>)[name!] = {
      ...locked.fields[name!]!,
      label: 'First',
      lockedIf: { validTo: '2026-03-31' },
    }
    const candidate = (validTo: string, source: 'UI' | 'SAP' = 'UI') => {
      const before = { id: 1, [name!]: 1, validTo }
      const faults: Fault[] = []
      const author = { id: 1, source, ip: null, requestId: null }
      checkImmutableFields(locked, [{ row: { ...before, [name!]: 2 }, before, faults }], author)
      return faults.map(({ message }) => message)
    }
    expect(candidate('2026-03-31')).toEqual(['First cannot be changed while Valid to is 2026-03-31'])
    expect(candidate('2099-03-31')).toEqual([])
    expect(candidate('2026-03-31', 'SAP')).toEqual([])
  })
})
