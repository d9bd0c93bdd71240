import { beforeAll, describe, expect, it } from 'vitest'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { missingMigrations } from '../../../api/derive/print-migration.ts'
import { today } from '../../../api/platform/clock.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { columnOf } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { exampleInput, exampleRow, laterStart, SAY_WHAT_FITS } from '../../support/example-rows.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { sampled } from '../../support/proof.ts'
import { statementsDuring } from '../../support/statements.ts'

const described = openApi()
const portal = portalOfFile(emptyPortal)
let keeper: ApiClient

beforeAll(async () => {
  // The tables of SQLite say what is missing on MariaDB, too: the migrations are the same.
  const missing = isSqlite(portal.db) ? await missingMigrations(portal.db, resources) : []
  expect(missing, '`npm run migration` prints the migrations of what is declared').toEqual([])
  keeper = await masterEditor(portal)
})

const masters = resources.filter(({ kind }) => kind === 'master')
/** Masters that some role may create, change and deactivate over the API. */
const kept = masters.filter(({ access }) => Object.values(access).some(grant => grant.includes('CUD')))

const fieldsOf = (resource: Resource) =>
  Object.entries(resource.fields).filter(([, field]) => !field.server && !field.secret)
/** Rows owned entirely by SAP are only created by people, never changed. */
const changed = kept.filter(resource => fieldsOf(resource).some(([, field]) => !field.sap))

/** The row that a field refers to by default may be among the examples that other tests made. */
const required = (resource: Resource) =>
  fieldsOf(resource)
    .filter(([, field]) => !field.optional && field.default === undefined && field.defaultCode === undefined)
    .map(([name]) => name)
const codes = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`)
/** Whether a row that an administrator enters waits inactive for a second person. */
const waitsAtFirst = ({ waitsInactive, proposedBy }: Resource) => waitsInactive === true && proposedBy === undefined
const path = (resource: Resource, rest = '') => `/api/${resource.path}${rest}`

/** What was refused, in the words of the portal, and where to say which rows its rules accept. */
const refusalOf = ({ message, errors = [] }: { message?: string; errors?: { field: string; message: string }[] }) =>
  [message, ...errors.map(one => `${one.field}: ${one.message}`), SAY_WHAT_FITS].join('\n')

async function created(resource: Resource) {
  const draft = await exampleInput(portal.db, resource)
  const { status, body } = await keeper.post(path(resource), draft)
  expect(body).toMatchObject(resource.name === 'user' ? { loginId: draft.loginId } : {})
  expect(status, refusalOf(body)).toBe(201)
  return { draft, row: body }
}

describe.each(masters)('$title', resource => {
  it('lists its rows with the texts of what they refer to, in at most three queries', { tags: ['sql'] }, async () => {
    await exampleRow(portal.db, resource)
    const queries = await statementsDuring(portal.db, async headers => {
      const { status, body } = await keeper.get(path(resource, '?$limit=5'), headers)
      expect(status).toBe(200)
      expect(body.total).toBeGreaterThan(0)
      const references = Object.entries(resource.fields).filter(([, field]) => field.to && !field.optional)
      for (const [name] of references) expect(body.data[0].texts[name], name).toEqual(expect.any(String))
    })
    const own = queries.slice(queries.findIndex(sql => sql.includes('assign_roles')) + 1)
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThanOrEqual(3)
  })

  it('gives one row, and answers an unknown or malformed id with not found', { tags: ['sql'] }, async () => {
    const { id } = await exampleRow(portal.db, resource)
    expect((await keeper.get(path(resource, `/${id}`))).body.id).toBe(id)
    for (const odd of [
      '999999999',
      `${id}abc`,
      `0${id}`,
      '-1',
      '1e0',
      '0x1',
      '%00',
      '99999999999999999999',
      `${id}.0`,
    ]) {
      const { status, body } = await keeper.get(path(resource, `/${odd}`))
      expect([odd, status, body.errors?.[0]?.code]).toEqual([odd, 404, 'NOT_FOUND'])
    }
  })

  it('never returns secret fields, whatever is selected, sorted or filtered', async () => {
    const secret = Object.entries(resource.fields).find(([, field]) => field.secret)?.[0] ?? 'naturalKey'
    const { body } = await keeper.get(path(resource))
    expect(body.data[0]).not.toHaveProperty(secret)
    for (const query of [
      `$select[]=${secret}`,
      `$sort[${secret}]=1`,
      `${secret}=1`,
      `$select[]=${secret} as id`,
      `$or[0][${secret}]=1`,
    ]) {
      expect([query, (await keeper.get(path(resource, `?${query}`))).status]).toEqual([query, 400])
    }
  })

  it('refuses a malformed query with a sentence', async () => {
    const queries = [
      '$where=1',
      'id[$regex]=1',
      '$limit=-1',
      '$limit=abc',
      '$skip=-1',
      'nowhere=1',
      'id=1&id=2',
      'id[$ne][$gt]=1',
      '$sort[id]=up',
      '__proto__[x]=1&nowhere=1',
    ]
    for (const query of queries) {
      const { status, body } = await keeper.get(path(resource, `?${query}`))
      expect([query, status, typeof body.errors?.[0]?.message]).toEqual([query, 400, 'string'])
    }
  })

  it('never gives more than 500 rows at once', async () => {
    expect((await keeper.get(path(resource, '?$limit=1000000'))).body.limit).toBe(500)
  })

  it('is described in OpenAPI as it is declared', () => {
    const { paths, components } = described as {
      paths: object
      components: { schemas: Record<string, { properties: object }> }
    }
    expect(Object.keys(paths)).toContain(`/${resource.path}`)
    expect(Object.keys(components.schemas[resource.name]!.properties)).toEqual(
      expect.arrayContaining(Object.keys(resource.fields).filter(name => !resource.fields[name]!.secret)),
    )
  })

  it('is refused without a sign-in and to roles that may not read it', async () => {
    expect((await portal.nobody.get(path(resource))).status).toBe(401)
    expect((await portal.nobody.post(path(resource), {})).status).toBe(401)
  })
})

/** A value of another type for each field, and in the proof each value for each field. */
const wrongOf = Map.groupBy(
  sampled(
    'fields × values of another type',
    kept.flatMap(resource =>
      fieldsOf(resource).flatMap(([name, field]) =>
        wrongValues(field).map((wrong, which) => ({ resource, name, field, wrong, which })),
      ),
    ),
    600,
    ({ resource, name }) => `${resource.name} ${name}`,
    ({ resource, field, which }) => `${resource.name} ${field.kind} ${which}`,
  ),
  ({ resource }) => resource,
)

describe.each(kept)('$title, maintained over the API', resource => {
  it('stores what it is given and returns it', { tags: ['sql'] }, async () => {
    const { draft, row } = await created(resource)
    const { body } = await keeper.get(path(resource, `/${row.id}`))
    expect(body).toMatchObject(asKept(resource, draft))
    expect(body).toMatchObject({ isActive: !waitsAtFirst(resource), rowVersion: 1 })
  })

  it('names every missing required field', async () => {
    const { status, body } = await keeper.post(path(resource), {})
    expect(status).toBe(400)
    // Rules between fields that may be empty are told along with them.
    const missing = codes(body).filter(code => required(resource).includes(code.split(' ')[0]!))
    expect(missing.sort()).toEqual(
      required(resource)
        .map(name => `${name} REQUIRED`)
        .sort(),
    )
  })

  it('refuses unknown fields and fields that a client may not set', async () => {
    const draft = await exampleInput(portal.db, resource)
    for (const name of ['nowhere', 'id', 'createdAt', 'rowVersion', 'naturalKey', 'isActive']) {
      const { status, body } = await keeper.post(path(resource), { ...draft, [name]: 1 })
      expect([name, status, codes(body)]).toEqual([name, 400, [`${name} UNKNOWN_FIELD`]])
    }
    for (const [name] of Object.entries(resource.fields).filter(([, field]) => field.server && !field.secret)) {
      const { status, body } = await keeper.post(path(resource), { ...draft, [name]: 1 })
      expect([name, status, codes(body)]).toEqual([name, 400, [`${name} FORBIDDEN_FIELD`]])
    }
  })

  it('refuses a value of another type, naming the field', async () => {
    const draft = await exampleInput(portal.db, resource)
    const values = wrongOf.get(resource)!
    expect(values.length).toBeGreaterThanOrEqual(fieldsOf(resource).length)
    for (const { name, wrong } of values) {
      const { status, body } = await keeper.post(path(resource), { ...draft, [name]: wrong })
      expect([name, wrong, status, body.errors?.[0]?.field]).toEqual([name, wrong, 400, name])
    }
  })

  it('refuses a reference to a row that does not exist, or that was deactivated', async () => {
    const draft = await exampleInput(portal.db, resource)
    for (const [name, field] of fieldsOf(resource).filter(([name, field]) => field.to && draft[name])) {
      const { status, body } = await keeper.post(path(resource), { ...draft, [name]: 99_999_999 })
      expect([status, codes(body)]).toEqual([400, expect.arrayContaining([`${name} UNKNOWN_REF`])])
      // Records cannot be deactivated.
      if (field.to !== 'self' && resourceNamed(field.to!).kind === 'record') continue
      const table = field.to === 'self' ? tableOf(resource) : tableOf({ name: field.to! })
      await portal
        .db(table)
        .where({ id: draft[name] as number })
        .update({ isActive: 0 })
      const inactive = await keeper.post(path(resource), draft)
      expect([inactive.status, codes(inactive.body)]).toEqual([400, expect.arrayContaining([`${name} INACTIVE_REF`])])
      await portal
        .db(table)
        .where({ id: draft[name] as number })
        .update({ isActive: 1 })
    }
  })

  it('refuses a second row of the same key, in whatever letter case', { tags: ['sql'] }, async () => {
    const { draft } = await created(resource)
    const { status, body } = await keeper.post(path(resource), {
      ...(await exampleInput(portal.db, resource)),
      ...keyOf(resource, draft),
    })
    expect([409, 400]).toContain(status)
    expect(body.errors[0].code).toMatch(/DUPLICATE_KEY|DATE_OVERLAP|RULE/)
  })

  it('creates many rows or none', { tags: ['sql'] }, async () => {
    const before = await count(resource)
    const good = await exampleInput(portal.db, resource)
    const refused = await keeper.post(path(resource), [good, {}])
    expect(refused.status).toBe(400)
    expect(refused.body.errors.every(({ field }: { field: string }) => field.startsWith('[1].'))).toBe(true)
    expect(await count(resource)).toBe(before)
    const made = await keeper.post(path(resource), [good, await exampleInput(portal.db, resource)])
    expect(made.status, refusalOf(made.body)).toBe(201)
    expect(made.body).toHaveLength(2)
    expect(await count(resource)).toBe(before + 2)
  })

  it('filters and sorts by every listed column', { tags: ['sql'] }, async () => {
    const { row } = await created(resource)
    const { body: whole } = await keeper.get(path(resource, `/${row.id}`))
    const extras = extrasOf(resource).filter(name => name in whole)
    for (const name of new Set([...resource.list, ...extras])) {
      if (columnOf(resource, name)!.field.kind === 'list') continue
      const value = whole[name]
      const { status, body } = await keeper.get(
        path(
          resource,
          `?${encodeURIComponent(name)}=${encodeURIComponent(String(value))}&$limit=500&$sort[${name}]=-1&$select[]=${name}`,
        ),
      )
      expect([name, status]).toEqual([name, 200])
      expect(
        body.data.every((found: Record<string, unknown>) => same(found[name], value)),
        name,
      ).toBe(true)
      expect(
        body.data.map(({ id }: { id: number }) => id),
        name,
      ).toContain(row.id)
    }
  })

  it('finds a row by its code first', { tags: ['sql'] }, async () => {
    const { row } = await created(resource)
    const code = resource.search.find(name => row[name] && !CHOSEN.includes(name))
    const [reference] = resource.key.filter(name => resource.fields[name]!.kind === 'reference')
    const sought = code ? row[code] : row.texts[reference ?? '']?.split(' · ')[0]
    const { body } = await keeper.get(path(resource, `?q=${encodeURIComponent(sought ?? 'nothing')}&$limit=500`))
    if (code) expect(body.data[0].id).toBe(row.id)
    else if (sought) expect(body.data.map(({ id }: { id: number }) => id)).toContain(row.id)
    else expect(body.total).toBe(0)
  })

  it('pages without losing or repeating a row', { tags: ['sql'] }, async () => {
    await created(resource)
    await created(resource)
    const ids = new Set<number>()
    const { body: whole } = await keeper.get(path(resource, '?$limit=500&$exact=true'))
    // Of a master to which many others refer, a dozen pages.
    const size = Math.max(2, Math.ceil(whole.total / 12))
    for (let skip = 0; skip < whole.total; skip += size) {
      const { body } = await keeper.get(path(resource, `?$limit=${size}&$skip=${skip}`))
      expect(body.data.length).toBe(Math.min(size, whole.total - skip))
      for (const { id } of body.data) ids.add(id)
    }
    expect(ids.size).toBe(whole.total)
  })
})

// What waits for a second person is active once that confirms it: tests of its own say how such a row ends.
describe.each(kept.filter(resource => !waitsAtFirst(resource)))('$title, taken out of use over the API', resource => {
  it('deactivates instead of deleting, frees the key, and activates the row again', { tags: ['sql'] }, async () => {
    const { draft, row } = await created(resource)
    const { status, body } = await keeper.delete(path(resource, `/${row.id}`))
    expect(status, refusalOf(body)).toBe(200)
    expect(body).toMatchObject({ isActive: false })
    expect(await portal.db(tableOf(resource)).where({ id: row.id }).first()).toBeDefined()
    const twin = await keeper.post(path(resource), { ...draft, ...(await freshUniques(resource)) })
    expect(twin.status, refusalOf(twin.body)).toBe(201)
    const back = await keeper.patch(path(resource, `/${row.id}`), { isActive: true, rowVersion: 2 })
    expect(back.body.errors?.[0]?.code).toMatch(/DUPLICATE_KEY|DATE_OVERLAP|RULE/)
    await keeper.delete(path(resource, `/${twin.body.id}`))
    expect((await keeper.patch(path(resource, `/${row.id}`), { isActive: true, rowVersion: 2 })).body).toMatchObject({
      isActive: true,
    })
  })

  it('deactivates and activates many rows at once, and only the number that was confirmed', {
    tags: ['sql'],
  }, async () => {
    const { row } = await created(resource)
    const at = path(resource, '/bulk')
    const asked = { ids: [row.id], expected: 1, change: { isActive: false } }
    const state = async () => (await portal.db(tableOf(resource)).where({ id: row.id }).first('isActive')).isActive
    expect((await keeper.post(at, { ...asked, preview: true })).body).toMatchObject({ changed: 1, failures: [] })
    expect(await state()).toBe(1)
    const moved = await keeper.post(at, { ...asked, expected: 2 })
    expect([moved.status, moved.body.errors[0].code]).toEqual([409, 'COUNT_MOVED'])
    expect((await keeper.post(at, { ...asked, why: 'Tried' })).body).toMatchObject({ changed: 1, failures: [] })
    expect(await state()).toBe(0)
    const [entry] = await portal
      .db('audit_entry')
      .where({ entity: resource.name, entityId: row.id })
      .orderBy('id', 'desc')
    expect(entry).toMatchObject({ action: 'DEACTIVATE', reason: 'Many rows at once: Tried' })
    expect((await keeper.post(at, { ...asked, change: { isActive: true } })).body).toMatchObject({ changed: 1 })
    expect(await state()).toBe(1)
    const odd = await keeper.post(at, { ...asked, change: { nowhere: 1 } })
    expect([odd.status, codes(odd.body)]).toEqual([400, ['nowhere UNKNOWN_FIELD']])
  })
})

describe.each(changed)('$title, changed over the API', resource => {
  it('changes a row in the version that was read, and refuses a stale version with the current row', {
    tags: ['sql'],
  }, async () => {
    const { row } = await created(resource)
    const change = await changeOf(resource, row)
    const { status, body } = await keeper.patch(path(resource, `/${row.id}`), { ...change, rowVersion: 1 })
    expect(status, refusalOf(body)).toBe(200)
    expect(body).toMatchObject({ ...change, rowVersion: 2 })
    const late = await keeper.patch(path(resource, `/${row.id}`), { ...change, rowVersion: 1 })
    expect(late).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'STALE_ROW' }], data: { theirs: { rowVersion: 2 } } },
    })
    expect((await keeper.patch(path(resource, `/${row.id}`), change)).body.errors[0].field).toBe('rowVersion')
  })

  it('lets one of two people who save at once win', async () => {
    const { row } = await created(resource)
    const change = await changeOf(resource, row)
    const answers = await Promise.all(
      [1, 2, 3].map(() => keeper.patch(path(resource, `/${row.id}`), { ...change, rowVersion: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('records every change in its history, with the person and the values', async () => {
    const { row } = await created(resource)
    const change = await changeOf(resource, row)
    await keeper.patch(path(resource, `/${row.id}`), { ...change, rowVersion: 1 })
    const entries = await portal.db('audit_entry').where({ entity: resource.name, entityId: row.id }).orderBy('id')
    expect(entries.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE'])
    expect(entries[1].actorId).not.toBeNull()
    expect(Object.keys(JSON.parse(entries[1].afterJson))).toEqual(Object.keys(change))
  })
})

describe.each(kept.filter(({ dated }) => dated))('$title, valid for a time', resource => {
  it('refuses a period that overlaps another of its key, naming that row', { tags: ['sql'] }, async () => {
    const { draft, row } = await created(resource)
    const { status, body } = await keeper.post(path(resource), {
      ...draft,
      ...(await freshUniques(resource)),
      validFrom: laterStart(resource, '2026-06-01'),
    })
    expect({ status, code: body.errors[0].code }).toEqual({ status: 409, code: 'DATE_OVERLAP' })
    expect(body.errors[0].message).toMatch(/^Valid from overlaps the row for \S.* from \d\d-\d\d-\d{4}/)
    expect(body.errors[0].message).not.toContain(`row ${row.id}`)
  })

  it('refuses a period that ends before it begins', async () => {
    const draft = await exampleInput(portal.db, resource)
    const start = laterStart(resource, '2026-06-01')
    const { body } = await keeper.post(path(resource), { ...draft, validFrom: start, validTo: addDays(start, -1) })
    expect(body.errors[0]).toMatchObject({ field: 'validTo', message: 'Valid to must not be before Valid from' })
  })

  it('lets a row succeed an ended one, and shows the rows in effect on a day and the differences between two days', {
    tags: ['sql'],
  }, async () => {
    const { draft, row } = await created(resource)
    const [last, first] = [today(), addDays(today(), 1)]
    await keeper.patch(path(resource, `/${row.id}`), { validTo: last, rowVersion: 1 })
    const next = await keeper.post(path(resource), {
      ...draft,
      ...(await freshUniques(resource)),
      validFrom: first,
    })
    expect(next.status).toBe(201)
    const on = async (day: string) =>
      (await keeper.get(path(resource, `?asOn=${day}&$limit=500`))).body.data.map(({ id }: { id: number }) => id)
    expect(await on(last)).toContain(row.id)
    expect(await on(first)).not.toContain(row.id)
    expect(await on(first)).toContain(next.body.id)
    const between = async (from: string, to: string) =>
      (await keeper.get(`/api/compare/${resource.path}?from=${from}&to=${to}&$limit=500`)).body.data
    const ids = ({ kind, before, after }: Record<string, { id: number } | null>) => [kind, before?.id, after?.id]
    expect((await between(last, first)).map(ids)).toContainEqual(['CHANGED', row.id, next.body.id])
    expect((await between('1999-12-31', last)).map(ids)).toContainEqual(['ADDED', undefined, row.id])
    expect((await between(first, addDays(first, 1))).flatMap(ids)).not.toContain(next.body.id)
  })
})

const count = async (resource: Resource) => Number((await portal.db(tableOf(resource)).count({ rows: '*' }))[0]!.rows)
const same = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b
const keyOf = (resource: Resource, draft: Record<string, unknown>) =>
  Object.fromEntries(
    uniqueKeyOf(resource)
      // What only SAP writes of a key is empty in a row that a person adds.
      .filter(name => !resource.fields[name]!.server)
      .map(name => [name, lower(resource.fields[name]!, draft[name] ?? null)]),
  )
const lower = (field: Field, value: unknown) =>
  field.kind === 'text' && typeof value === 'string' ? value.toLowerCase() : value

/** The draft as the portal normalises it, with codes in capitals. */
const asKept = (resource: Resource, draft: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => {
      const { format } = resource.fields[name]!
      if (value === null) return [name, value]
      if (format === 'code') return [name, String(value).toUpperCase()]
      // Numbers of SAP lose the zeros that it pads them with.
      const isOfSap = format === 'article' || format === 'sapNumber'
      return [name, isOfSap && /^\d+$/.test(String(value)) ? String(value).replace(/^0+(?=\d)/, '') : value]
    }),
  )

/** New values for other unique columns, which stay taken although the key was freed. */
async function freshUniques(resource: Resource) {
  const other = await exampleInput(portal.db, resource)
  const names = Object.keys(resource.fields).filter(
    name => resource.fields[name]!.unique && !resource.key.includes(name),
  )
  return Object.fromEntries(names.map(name => [name, other[name] ?? null]))
}

function wrongValues(field: Field): unknown[] {
  switch (field.kind) {
    case 'number':
      return ['12', 1.5, true, [], {}, 1e300]
    case 'flag':
      return ['yes', 1, []]
    case 'text':
      return [5, [], {}, true, 'x'.repeat((field.max ?? 0) + 1)]
    case 'date':
      return ['2026-02-30', 20260401, '01-04-2026', []]
    case 'reference':
      return ['1', -1, 1.5, []]
    case 'list':
      return ['SURFACE', ['NOWHERE'], 5]
    default:
      return [5.5, {}, []]
  }
}

/** Texts that are one of those that another row names. */
const CHOSEN: readonly string[] = ['value', 'merchantAccount', 'gateway']

/** A valid change: another value in the first column that may be changed by itself. */
async function changeOf(resource: Resource, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const other = await exampleInput(portal.db, resource)
  const free = fieldsOf(resource).find(
    ([name, field]) =>
      !field.sap &&
      !resource.key.includes(name) &&
      ((field.kind === 'text' && !field.format) ||
        (field.kind === 'flag' && !['isDefault', 'isPrimary'].includes(name))) &&
      !CHOSEN.includes(name),
  )
  if (free)
    return {
      [free[0]]: free[1].kind === 'flag' ? !row[free[0]] : `${other[free[0]] ?? 'Changed'}`.slice(0, free[1].max),
    }
  if (resource.dated) return { validTo: '2030-03-31' }
  const [name, field] =
    fieldsOf(resource).find(([name, field]) => !field.sap && field.kind === 'number' && !resource.key.includes(name)) ??
    fieldsOf(resource).find(([, field]) => !field.sap)!
  return { [name]: field.kind === 'number' ? (row[name] as number) + 1 : other[name] }
}
